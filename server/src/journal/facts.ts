import type { BotKind, ClockRules, GameName } from "@flower-war/client-sdk/protocol";
import type { GameTypes, NonceSource, RecordEntry, RecordHeader } from "@flower-war/rules";

/** What is fixed when a match is created. */
export interface MatchPlan {
  /** The match's id: 12 of `A-Za-z0-9`. */
  readonly match: string;
  readonly code: string;
  readonly game: GameName;
  /** Host options, complete. */
  readonly options: object;
  /** Number of seats. */
  readonly seats: number;
  readonly private: boolean;
  /** The players' clocks; `null`: none. */
  readonly clock: ClockRules | null;
  /** The creator's name. */
  readonly host: string;
}

/** The first fact of every match. */
export interface Created {
  readonly type: "created";
  readonly plan: MatchPlan;
  /** What the server committed itself to, 64 lower-case hex digits: for nobody's eyes while the match runs. */
  readonly secret: string;
}

/** What happens to seats before the match begins. */
export type SeatFact =
  | { readonly type: "seat-taken"; readonly seat: string; readonly name: string; readonly holder: string }
  | { readonly type: "bot-seated"; readonly seat: string; readonly kind: BotKind }
  | { readonly type: "seat-left"; readonly seat: string }
  /** A player added a nonce to the match's dice: the seat's first. */
  | { readonly type: "nonce"; readonly seat: string; readonly nonce: string };

/** Who sits in a seat of a match that has begun. */
export interface Player {
  readonly kind: "human" | "bot";
  readonly name: string;
  /** What the seat added to the seed. */
  readonly nonce: string;
  readonly from: NonceSource;
}

/** All seats are taken and the dice are fixed. */
export interface Begun extends Pick<RecordHeader<GameTypes>, "rules" | "stream" | "seats" | "seed"> {
  readonly type: "begun";
  /** Who sits in each seat, in turn order. */
  readonly players: readonly Player[];
}

/** One command that was taken, and what followed from it. */
export interface Entered {
  readonly type: "entry";
  readonly entry: RecordEntry<GameTypes>;
}

/** What happens to the players' clocks, beside what follows from when commands were played. */
export type ClockFact =
  /** A player who was away is back. */
  | { readonly type: "player-back"; readonly seat: string }
  /** The server goes away: no clock runs until time is given back. */
  | { readonly type: "clock-stopped" }
  /** The server was away for so many ms. */
  | { readonly type: "time-given-back"; readonly ms: number };

/** Nobody came any more to a match that had not begun. */
export interface GivenUp {
  readonly type: "given-up";
}

/** One thing that happened to a match: all that is needed to go on with it, and nothing that follows from the rest. */
export type Fact = Created | SeatFact | Begun | Entered | ClockFact | GivenUp;

/** A fact as it is kept. */
export type KeptFact = Fact & {
  /** When it was written, ms since 1970. */
  readonly at: number;
};

const TYPES: { readonly [T in Fact["type"]]: true } = {
  created: true,
  "seat-taken": true,
  "bot-seated": true,
  "seat-left": true,
  nonce: true,
  begun: true,
  entry: true,
  "player-back": true,
  "clock-stopped": true,
  "time-given-back": true,
  "given-up": true,
};

/** @param at when it is written; a fact that is dated already keeps its date */
export function formatFact(fact: Fact, at: number): string {
  return JSON.stringify({ at, ...fact });
}

/**
 * A fact as this version knows it, from its text. Facts that an older version wrote are upgraded here; none needs it yet.
 * @throws Error if it is none
 */
export function parseFact(text: string): KeptFact {
  const fact = JSON.parse(text) as KeptFact | null;
  if (!fact || !Object.hasOwn(TYPES, fact.type)) throw new Error(`no fact of ours: ${text.slice(0, 40)}`);
  return fact;
}
