import type { Client } from "@colyseus/core";
import type { ClientAuth } from "./seats/client-auth.ts";

/** The fields of the log line about clients that are disconnected because their seat was taken again (`CLOSE.replaced`). */
export interface Eviction {
  readonly seat: string;
  /** `join`: another connection took the seat; `renewal`: its token was renewed, or its player took it back. */
  readonly cause: "join" | "renewal";
  /** The connection that has the seat now; `null`: none yet. */
  readonly by: DescribedConnection | null;
  readonly evicted: readonly DescribedConnection[];
}

/** A connection and its reservation. Ages in ms. */
export interface DescribedConnection {
  readonly session: string;
  /** `null`: it has not joined. */
  readonly age: number | null;
  /** By the clock of the process that made the reservation. `null`: an older server did, which does not say. */
  readonly reservedAge: number | null;
  /** The process that made the reservation, and the address that asked for it. */
  readonly reservedBy: string | null;
  readonly address: string;
}

/**
 * Describes a client for the log.
 * @param joinedAt when it joined; `null`: it has not
 * @param now ms since 1970
 */
export function describeConnection(
  { sessionId, auth }: Pick<Client<{ auth: ClientAuth }>, "sessionId" | "auth">,
  joinedAt: number | null,
  now: number,
): DescribedConnection {
  return {
    session: sessionId,
    age: joinedAt === null ? null : now - joinedAt,
    reservedAge: auth?.reserved === undefined ? null : now - auth.reserved.at,
    reservedBy: auth?.reserved?.by ?? null,
    address: auth?.address ?? "",
  };
}
