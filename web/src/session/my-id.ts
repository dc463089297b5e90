import { useEffect, useState } from "react";
import { host } from "./host.ts";

/** Returns the id of the viewer's player; `null`: they have none at this server yet. It asks no server. */
export async function findMyId(): Promise<string | null> {
  return (await (await host.identity()).stored())?.id ?? null;
}

/** The same for a component; `null` also while it is looked up. */
export function useMyId(): string | null {
  const [id, setId] = useState<string | null>(null);
  useEffect(() => {
    let unmounted = false;
    const look = async () => {
      const found = await findMyId();
      if (!unmounted) setId(found);
    };
    look().catch(() => {}); // without its part of the SDK the page knows no player
    return () => void (unmounted = true);
  }, []);
  return id;
}
