/**
 * What goes over the wire between a client and a server: HTTP paths, room and message names, payload types, codes.
 * The server imports this file; nobody writes a message name twice. docs/protocol.md tells the same in prose.
 */

import type { ClockWish } from "./clocks.ts";
import type { WireEntry } from "./entries.ts";
import type { GameName } from "./games/game-map.ts";
import type { MatchStatus } from "./match-state.ts";
import type { SyncedMap } from "./synced.ts";

/** HTTP paths; `:id` is a match's id or its short code. */
export const PATHS = {
  health: "/healthz",
  ready: "/readyz",
  /** GET -> `GameListing[]`: what the server plays */
  games: "/api/games",
  /** POST `CreateRequest` -> `SeatReservation` */
  matches: "/api/matches",
  /** POST `SeatRequest` -> `SeatReservation` */
  seats: "/api/matches/:id/seats",
  /** GET -> `MatchSummary` */
  match: "/api/matches/:id",
  /** GET -> the record of a finished match, as JSON Lines (docs/fair-dice.md) */
  record: "/api/matches/:id/record",
  /** POST `QuickPlayRequest` -> `SeatReservation` */
  quickPlay: "/api/quick-play",
  /** POST -> `Reservation` for the room `lobby` */
  lobby: "/api/lobby",
  /** POST, `Authorization: Bearer <BRIDGE_TOKEN>`, `BridgeRequest` -> `Reservation` for the room `temples` */
  bridges: "/api/bridges",
  /** POST, `Authorization: Bearer <ADMIN_PASSWORD>`, `EnrolRequest` -> `Enrolled` */
  /** also GET, with the same authorization -> `TempleList` */
  temples: "/api/temples",
  /** DELETE, `Authorization: Bearer <ADMIN_PASSWORD>` -> `{}`: the temple of this id is enrolled no more */
  temple: "/api/temples/:id",
  /**
   * GET, `Authorization: Bearer <ADMIN_PASSWORD>` -> the server's database, a file. PUT such a file, with the same
   * authorization -> `{}`: it is in the place of the one before.
   */
  database: "/api/database",
} as const;

export const ROOMS = { match: "match", lobby: "lobby", temples: "temples" } as const;

export const GAMES = [
  "flower-war",
  "mexica",
  "space-aztecs",
  "tieqchieq",
] as const satisfies readonly GameName[];
export type * from "./games/game-map.ts";

/** A name shown to others: 1 to 24 characters after trimming. */
export const NAME_LENGTH = 24;

/** Who a bot is: a cheerful beginner, or one that looks ahead. */
export const BOT_KINDS = ["easy", "skilled"] as const;
export type BotKind = (typeof BOT_KINDS)[number];

/** A game that the server plays, and what a host may choose. */
export interface GameListing {
  game: GameName;
  /** How many seats a match may have. */
  seats: { min: number; max: number; default: number };
  /** By name: every value that the option takes, and the one that it has if nothing is chosen. */
  options: { [name: string]: { values: (string | number | boolean)[]; default: string | number | boolean } };
  /** Whether seats can be made local to temples. */
  temples: boolean;
}

export interface CreateRequest {
  game: GameName;
  /** Host options; left-out ones have the game's defaults. */
  options?: Record<string, unknown>;
  /** Number of seats; left out: the game's default. */
  seats?: number;
  /** Seats filled by bots at once: how many easy ones, or the kind of each. */
  bots?: number | BotKind[];
  /** Not listed in the lobby and not found by quick play. */
  private?: boolean;
  /** The players' clocks; left out: none. Matches that quick play creates are `relaxed`. */
  clock?: ClockWish;
  /** The creator's name; the creator takes the first seat in turn order. */
  name: string;
}

/** Exactly one of: a new seat (`name`, perhaps a wish for `seat`), a seat one has (`token`), a chair (`spectate`). */
export interface SeatRequest {
  name?: string;
  /** The seat wished for; left out: the first open one. */
  seat?: string;
  /** The token given with the seat: takes the seat again. */
  token?: string;
  /**
   * With `token`: the seat gets another token, beside which no earlier one is worth anything. 16 to 64 fresh random
   * characters of `A-Z a-z 0-9 _ -`; asked again with the same, after a lost answer, it gets the same.
   */
  renew?: string;
  spectate?: boolean;
}

export interface QuickPlayRequest {
  game: GameName;
  name: string;
}

/** What `Client.consumeSeatReservation` of `@colyseus/sdk` takes. */
export interface Reservation {
  name: string;
  roomId: string;
  processId: string;
  sessionId: string;
  publicAddress?: string;
}

export interface SeatReservation {
  /** The match's id. */
  match: string;
  /** Its short code, 4 letters and digits, for saying aloud. */
  code: string;
  game: GameName;
  /** `null` for a spectator. */
  seat: string | null;
  /** Proves the seat is yours, for taking it again; `null` for a spectator. Keep it secret. */
  token: string | null;
  /** What the server commits itself to, before it takes any nonce: as `MatchState.commitment`. */
  commitment: string;
  reservation: Reservation;
}

/** What anybody may know of a match who knows its id or code. */
export interface MatchSummary {
  match: string;
  code: string;
  game: string;
  over: boolean;
}

export interface BridgeRequest {
  /** `BRIDGE_ID`, `^[a-z0-9][a-z0-9-]{3,23}$` */
  bridge: string;
}

export interface EnrolRequest {
  templeId: string;
}

export interface Enrolled {
  templeId: string;
  /** The temple's password at the broker, told this once. */
  secret: string;
}

/** `GET PATHS.temples`: all that are enrolled, in the order of their ids. */
export interface TempleList {
  temples: {
    templeId: string;
    /** ms since 1970 */
    enrolledAt: number;
    online: boolean;
    /** The match that it takes part in, by its id. */
    match: string | null;
  }[];
}

/** Requests of the room `match` (Colyseus `room.request`): payload and answer. A refusal's reason is a `Fault`. */
export interface MatchRequests {
  /**
   * Adds the sender's nonce to the match's dice, 1-64 of `A-Z a-z 0-9 _ -` (docs/fair-dice.md). A seat's first one
   * counts: the answer says which that is.
   */
  nonce: { payload: { nonce: string }; answer: { nonce: string } };
  /** Asks for a command to be played. The answer comes when it is durable and applied. */
  command: { payload: CommandRequest; answer: CommandAnswer };
  /** Says that the sender's player is here: if his seat was away, it is his again. Answers with the server's time. */
  here: { payload: Record<string, never>; answer: { now: number } };
  /** The commands open to the sender now. */
  legal: { payload: Record<string, never>; answer: { commands: unknown[] } };
  /** Makes the sender's seat local to the temple that shows this code. */
  "pair-temple": { payload: { code: string }; answer: { templeId: string } };
  /** Ends that. */
  "unpair-temple": { payload: Record<string, never>; answer: Record<string, never> };
}

export interface CommandRequest {
  /** The sender's own name for this command, 1-64 of `A-Z a-z 0-9 _ -`: asked again, it gets the first answer. */
  id: string;
  command: { type: string };
}

export interface CommandAnswer {
  /** The number of the match's entry that this command made, from 1. */
  n: number;
}

/** Messages of the room `match` from the server. */
export interface MatchMessages {
  /** One entry of the match, as this viewer may see it; `parseEntry` reads it. Follows the patch that shows its effect. */
  entry: WireEntry;
  /** A seat's time is almost over: at `deadline` (ms since 1970) somebody will play for it. */
  warning: { seat: string; deadline: number };
}

export * from "./clocks.ts";
export { type Entry, formatEntry, parseEntry, type WireEntry } from "./entries.ts";
export type * from "./games/flower-war/state.ts";
export type * from "./games/space-aztecs/state.ts";
export type * from "./games/states.ts";
export type * from "./games/tieqchieq/state.ts";
export type * from "./match-state.ts";
export type * from "./synced.ts";

/** The synced state of the room `lobby`: every public match that is not over, by id. */
export interface LobbyState {
  matches: SyncedMap<Listing>;
}

export interface Listing {
  id: string;
  code: string;
  game: GameName;
  status: MatchStatus;
  /** Seats of the match, and how many are still open. */
  seats: number;
  open: number;
  /** Who created it. */
  host: string;
}

/** Why something was refused, beside the game's own refusal codes. The sentence is for people, the code is stable. */
export const CODES = {
  "bad-request": "the request's body is not what this path takes",
  "bad-option": "a host option is unknown or out of range",
  "unknown-match": "no such match",
  "unknown-seat": "the match has no such seat",
  "seat-taken": "the seat is taken and no token for it was given",
  "match-full": "no seat is open",
  "bad-token": "the token is not one for a seat of this match",
  "expired-token": "the token is too old: the seat was not taken again for a long time",
  "bad-nonce": "not a nonce",
  "match-not-started": "not all seats are taken yet, or not all nonces given",
  "match-not-over": "the match is not over: its record is for later",
  "match-ended": "the match is over and closed: its record can be had",
  "match-damaged": "the match cannot be read any more; the host knows",
  unauthorized: "the credentials are missing or wrong",
  "too-many-creations": "too many matches created from this address",
  "too-many-seats": "too many seats taken from this address",
  "too-many-messages": "too many messages",
  "too-large": "the payload is over the limit",
  "bad-code": "no temple shows this code",
  "too-many-codes": "too many wrong codes",
  "temple-elsewhere": "this temple is bound to another match",
  "no-temples": "this game is not played through temples",
  "bad-temple-id": "not a temple id",
  "temple-known": "a temple of this id is enrolled already",
  "unknown-temple": "no temple of this id is enrolled",
  "no-database": "this server has no database of its own: what it keeps is in Redis, or nowhere",
  "bad-database": "this is no whole database that this server can use",
  "not-found": "no such path",
  draining: "the server makes way for its successor: ask again in a moment",
  unavailable: "the server cannot do this now; it may in a moment",
  internal: "the server failed",
} as const;
export type Code = keyof typeof CODES;

/** A refusal as it travels: an HTTP error's body, and the reason of a rejected room request. */
export interface Fault {
  code: string;
  message: string;
  /** What was at fault: a field, an option, a variable. */
  field?: string;
  /** ms until it makes sense to ask again. */
  wait?: number;
}

/** A match's short code, and a temple's pairing code: no letter looks like a digit. Case does not matter on entry. */
export const CODE = { alphabet: "23456789ABCDEFGHJKMNPQRSTUVWXYZ", length: 4 } as const;

/** Limits that the server holds every client to. */
export const LIMITS = {
  /** bytes of one message or HTTP body */
  payload: 4096,
  /** messages a second, and how many may come at once */
  messages: { perSecond: 20, burst: 40 },
  /** matches created by one address in a minute */
  creations: 5,
  /** new seats taken by one address in a minute */
  seats: 60,
  /** ms for which a match that has not begun keeps the seat of somebody who is away */
  absence: 20_000,
  /** ms for which a match whose seats are all taken waits for their nonces */
  nonces: 30_000,
  /** wrong pairing codes of one client in a minute, then ms of silence (temple protocol P-3) */
  codes: { perMinute: 5, silence: 60_000 },
} as const;

/** WebSocket close codes that mean something here, beside Colyseus' own. */
export const CLOSE = {
  /** More messages than `LIMITS.messages`, kept up. */
  flood: 4008,
  /** The seat was taken again from elsewhere. */
  replaced: 4009,
  /** The match was closed: it has been over for a while, or nobody was there any more. */
  closed: 4011,
  /** The match goes on in another process, or in this one's successor: the seat is to be taken again at once. */
  moved: 4012,
} as const;
