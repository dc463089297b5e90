import type { Announcement } from "./http.ts";
import type { Challenge } from "./challenges.ts";
import type { ChatLine } from "./chat.ts";
import type { TablePage } from "./lobby.ts";
import type { SeatClock } from "./match-clock.ts";
import type { ClockRules } from "./clocks.ts";
import type { MatchDetails } from "./match-details.ts";
import type { MatchStatus, SyncedSeat } from "./match-state.ts";

/*
 * A match over plain HTTP (docs/json-api.md): the same as its room tells and answers, as JSON in plain words. Commands, views,
 * events and outcomes are those of the game's rules.
 */

/** The public state of a match besides the game itself. A field that means nothing now is `null`. */
export interface PlainTable
  extends Pick<
    MatchDetails,
    "start" | "offer" | "canAbort" | "rematch" | "codeShown" | "silent" | "seals" | "revealing" | "terms"
  > {
  status: MatchStatus;
  /** In turn order. */
  seats: (SyncedSeat & { seat: string })[];
  clocks: PlainClocks | null;
  /** The decisions that the match waits for; empty unless it is `playing`. */
  awaiting: readonly { seat: string; decision: string }[];
  /** How the match ended; `null` until it is over. */
  outcome: object | null;
  /** 64 lower-case hex digits (docs/fair-dice.md); `null` until the match is over. */
  secret: string | null;
  /** When bots take the open seats, ms since 1970. */
  startsAt: number | null;
  /** When the one who stayed can `claim`, ms since 1970. */
  claimsAt: number | null;
  /** The id of the match of which this one is the rematch. */
  previous: string | null;
  /** Of a rematch: until when only those who played before can sit down, ms since 1970. */
  keptUntil: number | null;
  challenges: readonly Challenge[];
}

/** The players' clocks, as `MatchClock` has them. */
export interface PlainClocks {
  rules: ClockRules;
  givenBack: number;
  seats: { [seat: string]: SeatClock };
}

/** The part that one viewer alone sees: a seat, or all clients without one. */
export interface PlainView {
  /** The view that the game's rules define; `null` while the match is `gathering`. */
  view: object | null;
  /** The commands that the viewer's seat may send now; empty without a seat. */
  legal: readonly { type: string }[];
}

/** A match as one viewer sees it now: the answer of `GET .../view`, and the first line of a stream. */
export interface PlainMatch extends PlainTable, PlainView {
  /** The server's `PROTOCOL_VERSION`. */
  protocolVersion: number;
  match: string;
  code: string;
  game: string;
  private: boolean;
  /** The server's commitment from before it took any nonce. */
  commitment: string;
  /** The viewer's seat; `null`: they have none. */
  you: string | null;
  /** Number of entries so far. */
  n: number;
  /** The server's time, ms since 1970. */
  now: number;
}

/** Why a stream ended, in its last line. */
export const STREAM_ENDS = [
  "moved",
  "replaced",
  "closed",
  "removed",
  "withheld",
  "ended",
  "expelled",
  "banned",
] as const;
export type StreamEnd = (typeof STREAM_ENDS)[number];

/** A line of a match's stream. */
export type StreamLine =
  | ({ type: "match" } & PlainMatch)
  /**
   * An accepted command, as the viewer may see it, with what changed by it. Of an entry from before the stream's first line, whose
   * effect that line shows: only `n`, `seat`, `events`, and when it was made.
   */
  | ({ type: "entry"; n: number; seat: string; events: readonly { type: string }[]; at?: number } & Partial<
      PlainTable & PlainView
    >)
  /** Something changed by no entry. */
  | ({ type: "change" } & Partial<PlainTable & PlainView>)
  | ({ type: "chat" } & ChatLine)
  | { type: "warning"; seat: string; deadline: number; turn?: number }
  | ({ type: "announcement" } & Announcement)
  /** The last line. */
  | {
      type: "end";
      code: StreamEnd;
      /** Whether to ask for the stream again at once, with `?after=` the last entry that arrived. */
      resume: boolean;
      /** Of an operator's act: what they say of it. */
      reason?: string;
      /** Of a ban: when it ends, ms since 1970. */
      until?: number;
    };

/** A line of the lobby's stream: the page as it is now. The last line says that the server ends. */
export type LobbyLine = ({ type: "tables" } & TablePage) | { type: "end"; code: "moved"; resume: true };

/**
 * Paths of streams; `:id` as in `PATHS`. With `Authorization: Bearer <token>` of a seat a match's is that seat's, as are all requests below
 * `PATHS.match` that `MATCH_QUESTIONS` and `MATCH_ACTS` name, `view` and `leave`. They stand apart from `PATHS`, which pages load.
 * Another field in the query of a stream's path: `protocolVersion`, as `VersionedRequest` has it.
 */
export const STREAM_PATHS = {
  /** GET -> the match as `StreamLine`s, with `?after=` from that entry on */
  match: "/api/matches/:id/stream",
  /** GET, `LobbyRequest` in the query -> that page as `LobbyLine`s, whenever it changes */
  lobby: "/api/lobby/stream",
} as const;

/** The requests of `MatchRequests` that a `GET` asks, each below `PATHS.match` by its own name; `after` is in the query. */
export const MATCH_QUESTIONS = ["legal", "log", "header", "chat", "time", "nearby-temples"] as const;

/** The others, which a `POST` of the payload asks; a `command` at `commands`. */
export const MATCH_ACTS = [
  "seal",
  "nonce",
  "ready",
  "move-seat",
  "seat-bot",
  "free-seat",
  "challenge",
  "hand-over",
  "show-code",
  "start",
  "command",
  "here",
  "offer",
  "accept",
  "decline",
  "claim",
  "witness",
  "say",
  "react",
  "report",
  "pair-temple",
  "pair-nearby",
  "stop-nearby",
  "unpair-temple",
] as const;
