import type { ClockProfile, ClockRules, ClockSettings } from "./clocks.ts";
import type { GameName } from "./games/game-map.ts";
import type { MatchStatus, StartMode } from "./match-state.ts";
import type { SeatKind } from "./seat-kinds.ts";
import type { TempleHealth } from "./temple/index.ts";

/* Bodies of HTTP requests and answers; `PATHS` says which belong where. */

/** Kinds of bots: `easy` answers at once, `skilled` looks ahead. */
export const BOT_KINDS = ["easy", "skilled"] as const;
export type BotKind = (typeof BOT_KINDS)[number];

/** A game that the server hosts, and what a host may choose. */
export interface GameListing {
  game: GameName;
  /** How many seats a match may have. */
  seats: { min: number; max: number; default: number };
  /** By name: every value that the option takes, and its default. */
  options: { [name: string]: { values: (string | number | boolean)[]; default: string | number | boolean } };
  /** Options that hosts are offered by name, the one for newcomers first. */
  presets: GamePreset[];
  /** Whether seats can be made local to temples. */
  temples: boolean;
  /** In the language that was asked for; missing if none was, and of games without texts. */
  words?: GameWords;
}

/** A game in one language. */
export interface GameWords {
  /** The game's name. */
  title: string;
  /** By name: what a host option is called, what it changes, and its values that are no plain numbers. */
  options: { [option: string]: { label: string; about: string; values: { [value: string]: string } } };
  /** By the name that commands and views have for a card: what it is called, in short, and its whole rule. Empty without cards. */
  cards: { [card: string]: { name: string; short: string; rule: string } };
}

/** A choice of host options that has a name. */
export interface GamePreset {
  name: string;
  /** Complete. */
  options: Record<string, unknown>;
  /** Expected minutes of a match, by number of seats. Empty if they were not measured. */
  minutes: { [seats: string]: number };
}

export interface CreateRequest {
  game: GameName;
  /** Host options; missing ones have the game's defaults. */
  options?: Record<string, unknown>;
  /** Number of seats; default: the game's. */
  seats?: number;
  /** Seats filled by bots at once: how many easy ones, or the kind of each. */
  bots?: number | BotKind[];
  /** Keeps the match out of the lobby and out of quick play; others need its invitation. */
  private?: boolean;
  /**
   * The players' clocks; default: `relaxed` in a public match with seats for other people, else none. Matches created by quick play
   * are `relaxed`.
   */
  clock?: ClockSettings;
  /** When the match begins; default `full`. Matches created by quick play have a `countdown`. */
  start?: StartMode;
  /** Whether the table has no chat; default `false`. */
  silent?: boolean;
  /**
   * Takes nonces that are not sealed too, as clients of version 0.2 send them; default: they are refused with `seal-required`. The others
   * may choose theirs when they know an open one (docs/fair-dice.md).
   */
  openNonces?: boolean;
  /**
   * The language in which people talk at this table: a primary tag of BCP 47, 2 or 3 lower-case letters such as `en`; default:
   * unknown. It changes nothing but how the match is listed.
   */
  language?: string;
  /** The creator's name; the creator takes the first seat in turn order. */
  name: string;
}

/**
 * Exactly one of: a new seat (`name`, optionally with `seat`), a seat held before (`token`), the player's own seat, wherever they took
 * it (`own`, optionally with `seat`), no seat (`spectate`).
 */
export interface SeatRequest {
  name?: string;
  /** The preferred seat; default: the first open one, or the first of one's own. */
  seat?: string;
  /** The token given with the seat: takes the seat again. */
  token?: string;
  /**
   * 16 to 64 fresh random characters of `A-Z a-z 0-9 _ -`: a request repeated with the same value, after a lost answer, gets the same
   * seat, with the same token, and disconnects no client that has it. With `token` it gives the seat a new token, and all earlier ones
   * become invalid; with `own` it gets one anyway.
   */
  renew?: string;
  /**
   * `true`: takes a seat that the player whose token the request carries has taken, also on another device. All earlier tokens of
   * the seat become invalid, and the client in it is disconnected (`CLOSE.replaced`).
   */
  own?: boolean;
  spectate?: boolean;
}

export interface RematchRequest {
  /** The token of a seat in the finished match. */
  token: string;
}

export interface QuickPlayRequest {
  game: GameName;
  name: string;
  /** Of a match that is created, as in `CreateRequest`. */
  language?: string;
}

/**
 * Kinds of players: a `guest` is known by a token alone, an `account` by passkeys and recovery codes too. A `bot` is a program with an
 * account of its own, known by a token alone, and is one for ever.
 */
export const PLAYER_KINDS = ["guest", "account", "bot"] as const;
export type PlayerKind = (typeof PLAYER_KINDS)[number];

/** A new player, or a new name. */
export interface PlayerRequest {
  /** As others see it. */
  name: string;
  /** The new player is a bot account. Ignored when a player gets another name: a player never becomes a bot, or stops being one. */
  bot?: boolean;
}

/** A player, as they alone get to know themselves. */
export interface Player {
  /** 12 letters and digits. It is public. */
  id: string;
  name: string;
  kind: PlayerKind;
  /** Proves who the player is. Keep it secret. The last one that was issued is valid the longest. */
  token: string;
}

/** A browser's answer about a passkey as JSON: what `toJSON()` of a `PublicKeyCredential` returns. */
export interface PasskeyResponse {
  /** Base64url. */
  id: string;
  rawId: string;
  type: "public-key";
  response: object;
  clientExtensionResults: object;
}

/** What a browser is asked about a passkey, as JSON: `PublicKeyCredential.parse...OptionsFromJSON` takes it. */
export interface PasskeyOptions {
  /** Good for one answer within 5 minutes. */
  challenge: string;
  [field: string]: unknown;
}

export interface PasskeyRequest {
  response: PasskeyResponse;
}

/** A player with a new passkey. */
export interface PasskeyAdded {
  player: Player;
  /** With the first passkey: what recovers the account without one, each once. Never shown again. Else empty. */
  recoveryCodes: string[];
}

/** How a player can sign in. */
export interface SignInMeans {
  /** In the order in which they were added. Dates are ms since 1970. */
  passkeys: { id: string; createdAt: number; usedAt: number }[];
  /** How many recovery codes are left. */
  recoveryCodes: number;
}

/** The recovery codes of an account; all earlier ones are invalid. */
export interface RecoveryCodes {
  recoveryCodes: string[];
}

/** Exactly one of them. */
export interface SignInRequest {
  response?: PasskeyResponse;
  /** A recovery code; case, spaces and hyphens do not matter. */
  recoveryCode?: string;
}

/** Which page of which listed matches; a missing field selects all. Over `GET` in the query. */
export interface LobbyRequest {
  game?: GameName;
  /** A preset of the game, or of any game. */
  preset?: string;
  /** Of the match's clocks (`speedOf`). */
  speed?: ClockProfile;
  /** How many seats are open at least: 1 to 6. */
  free?: number;
  /** Whether a seat is local to a temple. */
  temple?: boolean;
  /** As in `CreateRequest`. */
  language?: string;
  /** `gathering` or `playing`. */
  status?: Exclude<MatchStatus, "over">;
  /** From 1; default 1. One beyond the last is the last. */
  page?: number;
}

/** A Colyseus seat reservation: what `Client.consumeSeatReservation` of `@colyseus/sdk` takes. */
export interface Reservation {
  name: string;
  roomId: string;
  processId: string;
  sessionId: string;
  publicAddress?: string;
  /** The server's `PROTOCOL_VERSION`; missing: 0. */
  protocolVersion?: number;
}

/** What `PATHS.health` answers. */
export interface Health {
  status: "ok";
  /** The server's `PROTOCOL_VERSION`; missing: 0. */
  protocolVersion?: number;
}

export interface SeatReservation {
  /** The match's id. */
  match: string;
  /** Its short code, 4 letters and digits that are easy to read out. */
  code: string;
  /**
   * Of a private match: what others join, watch and look it up by, in place of its id. It holds 128 random bits; treat it as one
   * word. Secret: pass it on to whom you invite. `null`: the match is public, or older than invitations.
   */
  invitation: string | null;
  game: GameName;
  /** `null` for a spectator. */
  seat: string | null;
  /** Proves that the seat is yours, for taking it again; `null` for a spectator. Keep it secret. */
  token: string | null;
  /** What the server commits itself to before it takes any nonce: as `MatchState.commitment`. */
  commitment: string;
  reservation: Reservation;
}

/** What may be known of a match by the name that it is asked by. By its id alone, a private match has no `table` and no `result`. */
export interface MatchSummary {
  match: string;
  code: string;
  game: string;
  over: boolean;
  /** How it is now; missing when it is over. */
  table?: TableSummary;
  /** How it ended; missing while it is not over, and if it never began. */
  result?: MatchResult;
}

/** A match that is not over. Whoever sees it may also watch. */
export interface TableSummary {
  status: Exclude<MatchStatus, "over">;
  private: boolean;
  /** Whether the table has no chat. */
  silent: boolean;
  /** As in `CreateRequest`; `""`: unknown. */
  language: string;
  /** Whether others can join by the short code. */
  codeShown: boolean;
  /** The name of the game's preset that has its options; `""`: it has others. */
  preset: string;
  /** Expected minutes of such a match; `null`: they were not measured. */
  minutes: number | null;
  /** The host options, complete. */
  options: object;
  /** The names of those that are not the game's defaults. */
  changed: string[];
  /** `null`: no clocks. */
  clock: ClockRules | null;
  start: StartMode;
  /** While it gathers with `start` `countdown`: when bots take its open seats, ms since 1970. Else 0. */
  startsAt: number;
  /** In turn order; fields as in the match's state. */
  seats: TableSeat[];
  /** The seats that can be taken now: open ones while it gathers, later those of bots that people may still replace. */
  free: string[];
  /** ms since 1970 */
  createdAt: number;
}

/** A seat of a match as its summary tells of it. */
export interface TableSeat {
  seat: string;
  kind: SeatKind;
  name: string;
  connected: boolean;
  /** The temple this seat is local to; `""`: none. */
  temple: string;
  ready: boolean;
  host: boolean;
}

/** How a match went. Dates are ms since 1970. */
export interface MatchResult {
  /** The host options, complete. */
  options: object;
  /** In turn order. */
  seats: MatchResultSeat[];
  /** The game's outcome, standings included: as `outcome` of its view. */
  outcome: object;
  /** Number of entries. */
  entries: number;
  createdAt: number;
  /** When the last seat was taken and the dice were fixed. */
  beganAt: number;
  endedAt: number;
  /** The id of the match in which it was played again; missing: it was not. */
  rematch?: string;
  /** Whether the match's record can be downloaded. It is stored for a shorter time than the result. */
  record: boolean;
}

export interface MatchResultSeat {
  seat: string;
  kind: Exclude<SeatKind, "open">;
  name: string;
  /** The id of the player whose it was; missing: the player is unknown. The id of a player who was deleted since leads nowhere. */
  player?: string;
}

/** A bot account that is online. */
export interface OnlineBot {
  /** The player's id. */
  id: string;
  name: string;
}

/** An operator's announcement. */
export interface Announcement {
  /** Another one for each announcement. */
  id: string;
  text: string;
  /** When what it announces begins, ms since 1970; `null`: it has no time. */
  startsAt: number | null;
  /** Until when it is shown, ms since 1970. */
  until: number;
}

/** The announcement that is shown now. */
export interface CurrentAnnouncement {
  /** `null`: nothing. */
  announcement: Announcement | null;
}

export interface BridgeRequest {
  /** `BRIDGE_ID`, `^[a-z0-9][a-z0-9-]{3,23}$` */
  bridge: string;
  /** How temples reach its broker, if it knows. */
  broker?: TempleBroker;
}

/** How temples reach a broker (temple protocol P-1). */
export interface TempleBroker {
  /** `mqtt://<host>:<port>`, or with TLS `mqtts://`. */
  url: string;
  /** SHA-256 of the public key of the CA of its certificate, in 64 hex digits; `null`: it is not known, or there is no TLS. */
  pin: string | null;
}

/** How temples reach the broker, as a connected bridge says. */
export interface KnownTempleBroker {
  /** `null`: no bridge is connected that knows. */
  broker: TempleBroker | null;
}

/** An image of a temple's firmware that the server has for updates. */
export interface FirmwareImage {
  /** `esp32`, `esp32c3`, `esp32s3`. */
  chip: string;
  /** Like `1.2.0`, as the image itself says. */
  version: string;
}

/** The images that temples may install, ordered by chip. */
export interface FirmwareList {
  images: FirmwareImage[];
}

/** What ESP Web Tools installs in a browser, over USB: its `manifest.json`. */
export interface InstallManifest {
  /** As the firmware calls itself over Improv: a temple that has it is updated and not erased. */
  name: string;
  /** Of all builds; those that differ with commas between them. */
  version: string;
  new_install_prompt_erase: boolean;
  /** s in which a new firmware may answer by Improv. */
  new_install_improv_wait_time: number;
  builds: InstallBuild[];
}

export interface InstallBuild {
  /** As ESP Web Tools names it, like `ESP32-C3`. */
  chipFamily: string;
  /** Files beside the manifest, and where they go in flash. */
  parts: { path: string; offset: number }[];
}

/** A temple was told to look for a newer image. */
export interface RequestedUpdate {
  templeId: string;
  /** The version that it will find. */
  version: string;
}

export interface EnrolRequest {
  templeId: string;
}

export interface Enrolled {
  templeId: string;
  /** The temple's password at the broker; the server never shows it again. */
  secret: string;
}

/** All enrolled temples, ordered by id. */
export interface TempleList {
  temples: {
    templeId: string;
    /** ms since 1970 */
    enrolledAt: number;
    online: boolean;
    /** The id of the match that it takes part in. */
    match: string | null;
    /** What it said of itself last; `null`: nothing since the server started. */
    health: ReportedHealth | null;
  }[];
}

/** What a temple said of its own health, and when. */
export interface ReportedHealth extends TempleHealth {
  /** ms since 1970 */
  at: number;
}
