import { useEffect, useState } from "react";
import { host } from "./host.ts";

/** Returns the origin under which others reach this page: at home, not that of this machine alone. */
export function useOriginForOthers(): string {
  const [origin, setOrigin] = useState(location.origin);
  useEffect(() => {
    if (!["localhost", "127.0.0.1", "[::1]"].includes(location.hostname)) return;
    // Without an answer the link is good on this machine, as before.
    host.findAddress().then(
      (found) => setOrigin(found ?? location.origin),
      () => {},
    );
  }, []);
  return origin;
}
