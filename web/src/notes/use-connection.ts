import type { Drop, GameName, Match } from "@flower-war/client-sdk";
import { useEffect, useState } from "react";

/** A connection that is lost, and when that was noticed. */
export interface Loss {
  readonly drop: Drop;
  readonly at: Date;
}

/** `resumed`: it was lost and came back a moment ago. */
export type Connection = Loss | "resumed" | "connected";

/** ms for which a connection counts as resumed. */
const RESUMED_SHOWN = 6_000;

/** Returns how the connection to a match is. Renders again when that changes. */
export function useConnection<G extends GameName>(match: Match<G>): Connection {
  const [connection, setConnection] = useState(() => firstConnection(match));
  useEffect(() => {
    const stops = [
      match.on("dropped", (drop) => setConnection({ drop, at: new Date() })),
      match.on("resumed", () => setConnection("resumed")),
    ];
    return () => stops.forEach((stop) => stop());
  }, [match]);
  useEffect(() => {
    if (connection !== "resumed") return undefined;
    const timer = setTimeout(() => setConnection("connected"), RESUMED_SHOWN);
    return () => clearTimeout(timer);
  }, [connection]);
  return connection;
}

/** The connection may be lost before the page is shown. */
function firstConnection<G extends GameName>({ connection }: Match<G>): Connection {
  if (connection === "connected") return "connected";
  return { drop: { code: 1006, reason: "", gone: connection === "gone" }, at: new Date() };
}
