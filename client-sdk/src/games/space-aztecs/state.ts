import type { Options, Outcome, Phase, Seat, SetId } from "@flower-war/rules/space-aztecs";
import type { SyncedList, SyncedMap } from "../../synced.ts";

/**
 * What is synced of Space Aztecs' table (rules: `Table`), packed for the wire: `""` stands for nobody and nothing, lists
 * of seats and cards are joined by spaces. Lists of 8 are by place, index 0 is place 1. Means nothing while the match is
 * `gathering`. A seat's `hands` entry has the cards of the pile it holds or, once it has chosen, its chosen card alone.
 */
export interface SpaceAztecsTable {
  removedSet: Options["removedSet"];
  codex: boolean;
  /** The seats of the match, clockwise. */
  seats: string;
  /** The set in the box. */
  removed: SetId | "";
  round: number;
  phase: Phase;
  starting: Seat;
  /** Cards of each pile. */
  cards: SyncedList<number>;
  heldBy: SyncedList<Seat | "">;
  /** The seats whose chosen card lies face down. */
  chosen: string;
  /** By seat. */
  times: SyncedMap<string>;
  turnedUp: { seat: Seat | ""; card: string };
  saucersPlayed: number;
  /** By seat. */
  cities: SyncedMap<SyncedCity>;
  outcome: SyncedAztecsOutcome;
}

export interface SyncedCity {
  visible: string;
  /** Each `"<temple>:<Aztecs under it, joined by commas>"`, e.g. `"GT1:G08,G03 BT2:"`. */
  temples: string;
  codices: string;
  /** As `temples`: what each Saucer took. */
  saucers: string;
}

export interface SyncedAztecsOutcome {
  /** `""`: the match is on. */
  by: Outcome["by"] | "";
  /**
   * The best first: `"<seat>:<place>:<codices>:<Aztecs>:<fewest>:<Saucers>:<survivors>"`; the total is the sum of the four
   * in the middle.
   */
  standings: SyncedList<string>;
}
