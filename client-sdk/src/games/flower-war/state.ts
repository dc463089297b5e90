import type { Apocalypse, Decision, Options, Outcome, Seat, SpaceId } from "@flower-war/rules/flower-war";
import type { SyncedList, SyncedMap } from "../../synced.ts";

/**
 * What is synced of Flower War's table (rules: `Table`), packed for the wire: `""` stands for nobody and nothing, 0 for
 * no die. Lists of 20 are by space, index 0 is space 1. Empty while the match is `gathering`.
 */
export interface FlowerWarTable {
  battleStake: Options["battleStake"];
  cardCosts: Options["cardCosts"];
  apocalypseTrigger: Options["apocalypseTrigger"];
  countdown: Options["countdown"];
  discRules: boolean;
  rackSize: number;
  /** The seats of the match in turn order. */
  seats: SyncedList<Seat>;
  tribes: SyncedMap<SyncedTribe>;
  racks: SyncedList<number>;
  /** Who earned each space's disc last; `""`: it lies on the board. */
  discs: SyncedList<Seat | "">;
  /** The card on top of each stack; `""`: no stack. */
  tops: SyncedList<string>;
  /** Whose top card acts on who arrives; `""`: it is inert. */
  lingers: SyncedList<Seat | "">;
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
  /** `card`: the Day card that asks to `choose`. */
  awaiting: { seat: Seat | ""; decision: Decision | ""; card: string };
  outcome: SyncedOutcome;
}

export interface SyncedTribe {
  space: number;
  skulls: number;
  /** Cards in hand by the deck they came from. */
  war: number;
  rain: number;
  day: number;
  /** Discs held as copies, joined by spaces. */
  copies: string;
  canoes: number;
  out: number;
}

export interface SyncedTurn {
  number: number;
  seat: Seat;
  extra: boolean;
  again: boolean;
  die: number;
  /** Rolled by mazatl's rule only. */
  secondDie: number;
  landings: number;
  dayCards: number;
  sacrificesToHuitzilopochtli: number;
  sacrificesToTlaloc: number;
  traded: boolean;
}

/** `attacker` `""`: no battle is in its card window. */
export interface SyncedBattle {
  attacker: Seat | "";
  defender: Seat | "";
  attackerRoll: number;
  defenderRoll: number;
  attackerDie: number;
  defenderDie: number;
  attackerTotal: number;
  defenderTotal: number;
  stake: number;
  /** Each `"<seat>:<card>:<roll>:<in effect>"`; the roll is empty but for an omen, the last is `1` or empty. */
  played: SyncedList<string>;
}

export interface SyncedApocalypse {
  state: Apocalypse["state"];
  count: number;
  keeper: Seat | "";
  turn: number;
  discs: SyncedList<SpaceId>;
  ruling: "flood" | "invasion" | "";
}

/** `by` `""`: the match is on. Places by seat, best first. */
export interface SyncedOutcome {
  by: Outcome["by"] | "";
  winner: Seat | "";
  places: SyncedMap<number>;
}
