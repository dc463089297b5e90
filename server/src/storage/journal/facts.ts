import type { BotKind, ClockRules, GameName, StartMode } from "@flower-war/protocol";
import type { Admission } from "@flower-war/protocol/server";
import type { Agreement, GameTypes, NonceSource, RecordEntry, RecordHeader } from "@flower-war/rules";

/** The decisions at a match's creation, which never change. */
export interface MatchPlan {
  /** The match's id: 12 of `A-Za-z0-9`. */
  readonly match: string;
  readonly code: string;
  readonly game: GameName;
  /** The version of the game that it is played with (`Game.version`); missing: the game had none. */
  readonly version?: number;
  /** Host options as they were stored: those that are younger than the match are missing (`completePlan`). */
  readonly options: object;
  /** Number of seats. */
  readonly seats: number;
  readonly private: boolean;
  /** The secret of a private match's invitation (`newInvitation`); `null`: it needs none, it is public or of an older server. */
  readonly invitation: string | null;
  /** The players' clocks; `null`: none. */
  readonly clock: ClockRules | null;
  /** The name of the player who created the match. */
  readonly host: string;
  readonly start: StartMode;
  /** The id of the match of which this one is the rematch; missing: of none. */
  readonly previous?: string;
  /** Whether the table has no chat. */
  readonly silent: boolean;
  /** s after which spectators are shown what happens once the match has begun; missing: 0. */
  readonly watchDelay?: number;
  /** The table takes no spectators; missing: it does. */
  readonly unwatched?: true;
  /** Whether nonces that are not sealed count too. */
  readonly openNonces: boolean;
  /** Whether seats may take acts back; missing: they may not. */
  readonly takeBacks?: true;
  /** s of the longest pause, and of the most time that a seat is given at once; missing: there are no pauses. */
  readonly pauses?: number;
  /** Days that a player may take off in 30; missing: none. */
  readonly holidays?: number;
  /** Whether players may hand their seats over; missing: they may not. */
  readonly handOvers?: "yes" | "asks";
  /** Whether the host may name a judge; missing: they may not. */
  readonly judges?: true;
  /** The language in which people talk at the table, as in `CreateRequest`; missing: unknown. */
  readonly language?: string;
  /** The table's name; missing: it has none. */
  readonly title?: string;
  /** The id of the tournament that it is a match of: its players have their seats from the start, and none hosts it. Missing: of none. */
  readonly tournament?: string;
}

/** The first fact of every match. */
export interface Created {
  readonly type: "created";
  readonly plan: MatchPlan;
  /** The match's secret (docs/fair-dice.md), 64 lower-case hex digits: never shown while the match runs. */
  readonly secret: string;
  /** The secret with which the keys of `PersonBarred` are made: that of an earlier match, whose bars a rematch keeps. Missing: `secret`. */
  readonly barSecret?: string;
  /** The match came from another server as a file; missing: it was created here. It is not rated, and in no history. */
  readonly imported?: {
    /** When, ms since 1970. */
    readonly at: number;
    /** The hash of the file's last line. */
    readonly file: string;
  };
}

/** A player took a seat, took it over from another one, or its token was renewed. */
export interface SeatTaken {
  readonly type: "seat-taken";
  readonly seat: string;
  readonly name: string;
  readonly holder: string;
  /** The id of the player who took it; missing: unknown here. */
  readonly player?: string;
  /** The player is a bot account; missing: it is not. */
  readonly bot?: true;
}

/** A bot has a seat. */
export interface BotSeated {
  readonly type: "bot-seated";
  readonly seat: string;
  readonly kind: BotKind;
}

/** A change of a seat, before the match begins but for renewed tokens, people who replace bots and bots that replace who was removed. */
export type SeatFact =
  | SeatTaken
  | BotSeated
  /** The player of a seat left, or was removed. `withheld`: they left, or did not reveal their nonce, after the seals were fixed. */
  | { readonly type: "seat-left"; readonly seat: string; readonly withheld?: true }
  /** A player moves to an open seat. */
  | { readonly type: "seat-moved"; readonly seat: string; readonly to: string }
  /** The player of a seat hosts the table now. Else it is the first who took a seat, and after they left the next in turn order. */
  | { readonly type: "host-changed"; readonly seat: string }
  /** The seat's first seal, of who sits there. */
  | { readonly type: "seal"; readonly seat: string; readonly seal: string; readonly key: string }
  /**
   * The seals are fixed, and nonces revealed. If who sits changes before the match begins, all seals and their nonces are void.
   * `format`: that of the match's record, if its terms are shown. `absent`: the seats whose seals do not count: their players are away.
   */
  | { readonly type: "seals-fixed"; readonly format?: 3 | 4; readonly absent?: readonly string[] }
  /** The seat's first nonce; of a sealed seat, the one that it sealed. */
  | { readonly type: "nonce"; readonly seat: string; readonly nonce: string };

/** The host of a private match that has not begun shows its short code, or hides it. */
export interface CodeShown {
  readonly type: "code-shown";
  readonly shown: boolean;
}

/** The host changed who may sit down, or how people talk at the table. What is missing stays. */
export interface PolicyChanged {
  readonly type: "policy-changed";
  readonly admission?: Admission;
  /** The secret of the table's invitation, once a public match is joined by it alone (`newInvitation`). */
  readonly invitation?: string;
  readonly slow?: number;
  readonly quiet?: boolean;
}

/** The host keeps a person from the table, or from talking as a spectator; with the keys of `Barred`. */
export interface PersonBarred {
  readonly type: "barred";
  readonly how: "blocked" | "silenced";
  /** As the table's policy shows them; each once. */
  readonly name: string;
  readonly keys: readonly string[];
}

/** The host ended that. */
export interface BarLifted extends Pick<PersonBarred, "how" | "name"> {
  readonly type: "bar-lifted";
}

/** A seat's player in a match that has begun. */
export interface Player {
  readonly kind: "human" | "bot";
  readonly name: string;
  /** The seat's part of the seed. */
  readonly nonce: string;
  /** The party that chose the nonce. */
  readonly from: NonceSource;
  /** The seat's seal; missing: none. */
  readonly seal?: string;
  /** The public key that the seat signs with; missing: it signs nothing. */
  readonly key?: string;
  /** A bot account has the seat, which counts as human otherwise; missing: not so. */
  readonly bot?: true;
}

/** The match began: all seats are taken and the seed is fixed. */
export interface Begun extends Pick<RecordHeader<GameTypes>, "rules" | "stream" | "seats" | "seed"> {
  readonly type: "begun";
  /**
   * The format of the match's record: its header is fixed by this fact. Missing: 1, it began on a server without witnesses; 2: on one that
   * showed no terms; 4: the table has take-backs, pauses, holidays, hand-overs or a judge.
   */
  readonly format?: 2 | 3 | 4;
  /** The players of the seats, in turn order. */
  readonly players: readonly Player[];
  /** Missing in those of older servers, and of servers that store nothing. */
  readonly owner?: ClockOwner;
}

/** The owner of a match's running clocks, which a successor asks `Heartbeats` for. */
export interface ClockOwner {
  /** The process, as `Heartbeats.process`. */
  readonly process: string;
  /** The epoch in which its room owns the match. */
  readonly epoch: number;
  /** ms that the match's time is ahead of that of the process, by which heartbeats are dated; missing: 0. */
  readonly ahead?: number;
}

/** One accepted command and its events. */
export interface Entered {
  readonly type: "entry";
  readonly entry: RecordEntry<GameTypes>;
  /** ms of its player's round trip that the seat's clock is not charged for; missing: 0. */
  readonly lag?: number;
}

/** A seat signed the head of its chain after entry `n`. The signature is that of the seat's key; what the head says is not checked. */
export interface Witnessed {
  readonly type: "witnessed";
  readonly seat: string;
  readonly n: number;
  /** 64 lower-case hex digits. */
  readonly head: string;
  /** 128 lower-case hex digits. */
  readonly signature: string;
}

/** A seat's player asked what to do: the next command that they give themselves is marked in the match's record. */
export interface Hinted {
  readonly type: "hinted";
  readonly seat: string;
}

/** A person has come as the judge. It follows the entry that says so. */
export interface JudgeNamed {
  readonly type: "judge-named";
  readonly name: string;
  /** What proves them: a hash of their secret. */
  readonly key: string;
  /** The id of their player; missing: they are not known. */
  readonly player?: string;
}

/** A change of the players' clocks that does not follow from the dates of commands. */
export type ClockFact =
  /** An away player is back, or one is there without whom a tournament's match began. */
  | { readonly type: "player-back"; readonly seat: string }
  | ClockStopped
  /**
   * The clock of `seat` runs again, since its player is back: it gets back `ms`. Without `seat`, of older servers: every awaited seat
   * gets back `ms`.
   */
  | { readonly type: "time-given-back"; readonly ms: number; readonly seat?: string };

/**
 * The clocks of these seats stand still, each until its player is back. Without `seats`: the server stops, and its successor says
 * whose clocks stood still; those of older servers gave time back then.
 */
export interface ClockStopped {
  readonly type: "clock-stopped";
  readonly seats?: readonly string[];
  /** Since when, ms since 1970: never before the fact that precedes this one. */
  readonly since?: number;
  /** Until when at most, ms since 1970; missing: until another such fact says so. */
  readonly until?: number;
  /** The new owner of the running clocks; missing: unchanged. */
  readonly owner?: ClockOwner;
}

/** The match's room was closed while its clocks run on: it sleeps. Its next owner lets them run as if there had been a room. */
export interface Slept {
  readonly type: "slept";
}

/** The player of a seat in a finished match wants a rematch. */
export interface RematchWanted {
  readonly type: "rematch";
  readonly seat: string;
  /** The id of the rematch: that of the first who asked, unless it was closed before it began. */
  readonly match: string;
}

/** The match was closed without a result: before it began, because no client was connected or players did not come, or at any time by an operator. */
export interface Abandoned {
  readonly type: "given-up";
  /** The seats of a tournament's match whose players did not come in time; missing: that is not why. */
  readonly absent?: readonly string[];
  /** An operator moved it to another server; missing: it was not moved. */
  readonly moved?: true;
}

/** The match ended because its people agreed to it, or one claimed it while all others were away. */
export interface Ended {
  readonly type: "ended";
  readonly by: Agreement;
}

/** One thing that happened to a match. Facts are what is needed to restore it, and nothing that follows from other facts. */
export type Fact =
  | Created
  | SeatFact
  | CodeShown
  | PolicyChanged
  | PersonBarred
  | BarLifted
  | Begun
  | Entered
  | Hinted
  | JudgeNamed
  | ClockFact
  | Slept
  | Witnessed
  | Ended
  | RematchWanted
  | Abandoned;

/** A fact with its date, as it is stored. Whoever appends it dates it: the match's creator, then its `MatchLog`. */
export type StoredFact = Fact & {
  /** When it happened, ms since 1970. */
  readonly at: number;
};

const TYPES: { readonly [T in Fact["type"]]: true } = {
  created: true,
  "seat-taken": true,
  "bot-seated": true,
  "seat-left": true,
  "seat-moved": true,
  "host-changed": true,
  seal: true,
  "seals-fixed": true,
  nonce: true,
  "code-shown": true,
  "policy-changed": true,
  barred: true,
  "bar-lifted": true,
  begun: true,
  entry: true,
  hinted: true,
  "judge-named": true,
  "player-back": true,
  "clock-stopped": true,
  "time-given-back": true,
  slept: true,
  witnessed: true,
  ended: true,
  rematch: true,
  "given-up": true,
};

/** Returns a fact as the text to store. */
export function formatFact(fact: StoredFact): string {
  return JSON.stringify(fact);
}

/**
 * Parses a stored fact. Those of older versions are upgraded: matches created before there were start modes begin when `full`,
 * those created before there were invitations need none, those before there was chat are not silent, those before open nonces were an
 * option take them.
 * @throws Error if the text is not a fact
 */
export function parseFact(text: string): StoredFact {
  const fact = JSON.parse(text) as StoredFact | null;
  if (!fact || !Object.hasOwn(TYPES, fact.type)) throw new Error(`not a fact: ${text.slice(0, 40)}`);
  if (fact.type !== "created") return fact;
  const { plan } = fact;
  return {
    ...fact,
    plan: {
      ...plan,
      start: plan.start ?? "full",
      invitation: plan.invitation ?? null,
      silent: plan.silent ?? false,
      openNonces: plan.openNonces ?? true,
    },
  };
}
