import type { GameName } from "./games/game-map.ts";
import type { SyncedMap } from "./synced.ts";

/** The synced state of a match. `table` is the game's own. */
export interface MatchState<Table = unknown> {
  id: string;
  code: string;
  game: GameName;
  private: boolean;
  /** `gathering`: seats are open, or nonces missing; `playing`; `over`. */
  status: MatchStatus;
  /** SHA-256 of the match's secret, 64 lower-case hex digits (docs/fair-dice.md). */
  commitment: string;
  /** The secret, 64 lower-case hex digits; `""` until the match is over. */
  secret: string;
  /** Entries applied so far. */
  n: number;
  /** By seat, in turn order. */
  seats: SyncedMap<SeatState>;
  /** By seat, of people: their clocks. Empty: the match has none, or has not begun. */
  clocks: SyncedMap<ClockState>;
  /** `ClockRules` as JSON; `""`: the match has no clocks. */
  clockRules: string;
  /** ms given back to the clocks so far, because the server was away. */
  givenBack: number;
  /** By seat; `cards`, what the seat alone sees, is present in its owner's view only. What they mean, the game says. */
  hands: SyncedMap<{ cards: Iterable<string> | undefined }>;
  table: Table;
}

export type MatchStatus = "gathering" | "playing" | "over";

export interface SeatState {
  kind: "open" | "human" | "bot";
  name: string;
  /** What the seat adds to the match's dice; `""`: nothing yet. */
  nonce: string;
  connected: boolean;
  /** The temple this seat is local to; `""`: none. */
  temple: string;
  templeOnline: boolean;
  /**
   * Beads that are to be taken out of Huitzilopochtli's and Tlaloc's half of the lake there, below 0 (temple protocol
   * J-12). They hold nobody up.
   */
  fixH: number;
  fixT: number;
}

export interface ClockState {
  /** ms left beyond the turn's own time, when that began. */
  reserve: number;
  /** When this turn's own time is over and the reserve runs, ms since 1970; 0: the seat is not awaited. */
  turnEnds: number;
  /** The player is away, and his seat is played at once. */
  away: boolean;
}
