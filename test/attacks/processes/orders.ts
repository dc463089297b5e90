/** What the processes of this folder are told, and what they answer. */
import type { Traffic, Transport } from "../attack.ts";

export interface Target {
  readonly host: string;
  readonly port: number;
  /** The address that attacks; `null`: the system's choice. */
  readonly from: string | null;
}

/** An attacker answers it with `Seen`. */
export interface AttackOrder {
  readonly over: Transport;
  readonly traffic: Traffic;
  readonly target: Target;
  /** ms. */
  readonly duration: number;
}

/** The sink answers it with its port. */
export interface SinkOrder {
  /** ms from a connection's first byte after which the sink cuts it; `null`: never. */
  readonly cutAfter: number | null;
}

/** The seated table answers `open` with its match, and `end` with what its players felt since `begin`. */
export type TableOrder =
  | { readonly do: "open"; readonly url: string }
  | { readonly do: "begin" }
  | { readonly do: "end" };

export interface TableFacts {
  readonly match: string;
  readonly code: string;
}

/** What the players felt. Times are ms from a command to its sight at each of the four. */
export interface Felt {
  readonly match: TableFacts;
  readonly commands: number;
  readonly p50: number;
  readonly p99: number;
  /** Connections that were lost. */
  readonly dropped: number;
  /** Codes of refused commands. */
  readonly refused: readonly string[];
  /** Commands that had no answer. */
  readonly unanswered: number;
}
