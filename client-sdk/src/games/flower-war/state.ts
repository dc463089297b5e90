import type { Apocalypse, Decision, Outcome, Seat, SpaceId } from "@flower-war/rules/flower-war";
import type { MatchState, SyncedList, SyncedMap } from "../../protocol.ts";

/**
 * What is synced of Flower War's table (rules: `Table`), packed for the wire: `""` stands for nobody and nothing, 0 for
 * no die. Lists of 20 are by space, index 0 is space 1. Empty while the match is `gathering`.
 */
export interface FlowerWarTable {
  rackSize: number;
  /** The seats of the match in turn order. */
  seats: SyncedList<Seat>;
  tribes: SyncedMap<SyncedTribe>;
  racks: SyncedList<number>;
  /** Who earned each space's disc last; `""`: it lies on the board. */
  discs: SyncedList<Seat | "">;
  /** The card on top of each stack; `""`: no stack. */
  tops: SyncedList<string>;
  heights: SyncedList<number>;
  supply: number;
  removed: number;
  /** By god, as `offerings`. */
  lake: SyncedMap<number>;
  offerings: SyncedMap<number>;
  /** Cards left to draw, by deck. */
  decks: SyncedMap<number>;
  turn: SyncedTurn;
  battle: SyncedBattle;
  apocalypse: SyncedApocalypse;
  awaiting: { seat: Seat | ""; decision: Decision | "" };
  outcome: SyncedOutcome;
}

export interface SyncedTribe {
  space: number;
  skulls: number;
  /** Cards in hand by the deck they came from. */
  war: number;
  rain: number;
  day: number;
  out: number;
}

export interface SyncedTurn {
  number: number;
  seat: Seat;
  die: number;
  landings: number;
  sacrificed: boolean;
  traded: boolean;
}

/** `attacker` `""`: no battle is in its card window. */
export interface SyncedBattle {
  attacker: Seat | "";
  defender: Seat | "";
  attackerDie: number;
  defenderDie: number;
}

export interface SyncedApocalypse {
  state: Apocalypse["state"];
  count: number;
  keeper: Seat | "";
  discs: SyncedList<SpaceId>;
  ruling: "flood" | "invasion" | "";
}

/** `by` `""`: the match is on. Places by seat, best first. */
export interface SyncedOutcome {
  by: Outcome["by"] | "";
  winner: Seat | "";
  places: SyncedMap<number>;
}

export type FlowerWarState = MatchState<FlowerWarTable>;
