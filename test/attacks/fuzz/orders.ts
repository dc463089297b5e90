import type { Transport } from "../attack.ts";
import type { Target } from "../processes/orders.ts";

/** Where a connection begins before it sends its inputs. */
export type Start = "seat" | "spectator" | "lobby" | "temple" | "stranger";

/** What one connection sends. Its inputs stay below what a well-behaved client may send, or the host would cut it unread. */
export interface Plan {
  readonly over: Transport;
  readonly start: Start;
  readonly inputs: readonly Uint8Array[];
}

/** What the fuzzing process is told; it answers with `Fuzzed`. */
export interface FuzzOrder {
  readonly plans: readonly Plan[];
  readonly target: Target;
  /** The match of the seated table, which stands in for `MATCH_ID`. */
  readonly match: string;
  /** Temples that are enrolled, one for each connection at a time. */
  readonly temples: readonly { readonly id: string; readonly secret: string }[];
}

/** What became of plans. */
export interface Fuzzed {
  /** Connections that were opened, and those that could not be. */
  connections: number;
  turnedAway: number;
  inputs: number;
  /** Inputs that the host is known to have read: all before a marker that it answered, or those that it answered. */
  parsed: number;
  /** Connections on which it answered no marker and ended nothing. */
  hung: number;
  /** Answers by which the host says that it failed: status 500, code `internal`. */
  internal: number;
  statuses: Record<string, number>;
  closes: Record<string, number>;
}
