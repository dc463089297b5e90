import type { LoggedEntry } from "./entries.ts";
import type { ChatLine } from "./schemas/chat.ts";
import type { Listing } from "./schemas/lobby.ts";
import type { TempleBroker } from "./schemas/operator.ts";
import type { PasskeyOptions } from "./schemas/players.ts";
import type { Announcement } from "./schemas/server.ts";
import type { TempleHealth } from "./temple/index.ts";
import type { OperatorRole, ReportReason, SanctionKind, SeatKind } from "./vocabulary.ts";

export type {
  BridgeRequest,
  EnrolRequest,
  RestoreRequest,
  SanctionRequest,
  SettleRequest,
  TempleBroker,
} from "./schemas/operator.ts";
export type { ProgramAnswers } from "./programs.ts";
export type { InstallBuild, InstallManifest } from "./schemas/server.ts";
export type { OperatorRole, SanctionKind } from "./vocabulary.ts";

/*
 * The API of operators, their programs and bridges, on a listener of its own (`OPERATOR_PORT`): docs/operate.md, "The operator's
 * door". Operators sign in, and their session is a cookie; programs send a secret with each request. Errors are a `RefusalBody` in
 * JSON. Dates are ms since 1970.
 */

/** Paths of the operator's listener; `:id` is a match's id or code, a server's process id, or the id of a report, sanction or temple. */
export const OPERATOR_PATHS = {
  /** POST `OperatorSignIn` -> `OperatorSession`. GET -> `OperatorSession`. DELETE -> `{}`: signs out */
  session: "/api/operator/session",
  /** POST -> `PasskeyOptions`, for signing in */
  signInOptions: "/api/operator/session/passkey-options",
  /** POST `PasskeyRequest` -> `OperatorSession`: signs in with a passkey */
  passkeySession: "/api/operator/session/passkey",
  /** POST `InvitationRequest` -> `OperatorInvited`: the options with which the invited person's browser creates a passkey */
  invitation: "/api/operator/invitation",
  /** POST `JoinRequest` -> `OperatorSession`: the operator has a passkey, and is signed in */
  join: "/api/operator/invitation/join",
  /** GET -> `OperatorList`. POST `InviteRequest` -> 201 `OperatorInvitation`: a new operator. Administrators alone, as below */
  operators: "/api/operator/operators",
  /** POST -> 201 `OperatorInvitation`: the operator can add a passkey, by this link alone */
  invite: "/api/operator/operators/:id/invite",
  /** POST `RoleRequest` -> `{}` */
  role: "/api/operator/operators/:id/role",
  /** POST `ReasonRequest` -> `{}`: the operator is signed out everywhere, and is none any more */
  removeOperator: "/api/operator/operators/:id/remove",
  /** GET -> `OperatorOverview` */
  overview: "/api/operator/overview",
  /** GET, `OperatorSearch` in the query -> `OperatorMatchPage`: every match that has a room, private ones too */
  matches: "/api/operator/matches",
  /** GET -> `OperatorMatch` */
  match: "/api/operator/matches/:id",
  /** POST `ReasonRequest` -> `{}`: closes the match for good */
  close: "/api/operator/matches/:id/close",
  /**
   * GET -> the match as a file (docs/operate.md, "Moving a match"); of a finished one, its record. POST `ReasonRequest` -> the same, and a
   * match in play ends here: it was moved
   */
  matchFile: "/api/operator/matches/:id/file",
  /**
   * POST such a file of a match in play, as `application/x-ndjson` -> 201 `ImportedMatch`: it goes on here; 200: it came by this file before.
   * With `?check=true` -> the first four fields, no seat with a token, and nothing changes
   */
  matchFiles: "/api/operator/match-files",
  /** GET -> `TournamentList`, as players have it */
  tournaments: "/api/operator/tournaments",
  /** POST `ReasonRequest` -> `{}`: ends a tournament; its matches that go on are played on */
  endTournament: "/api/operator/tournaments/:id/end",
  /** POST `DeleteStudyRequest` -> `{}`: deletes a study, or one comment, mark or branch of it */
  deleteStudy: "/api/operator/studies/:id/delete",
  /** POST `RemoveRequest` -> `{}`: opens the seat of a player, or lets a bot play on there */
  remove: "/api/operator/matches/:id/remove",
  /** GET -> `SanctionList`: those in force. POST `SanctionRequest` -> 201 `Sanction` */
  sanctions: "/api/operator/sanctions",
  /** POST `ReasonRequest` -> `{}`: ends a ban or mute */
  lift: "/api/operator/sanctions/:id/lift",
  /** GET, `ReportQuery` in the query -> `ReportList`: by target, the heaviest first, then the oldest */
  reports: "/api/operator/reports",
  /** GET -> `Report` */
  report: "/api/operator/reports/:id",
  /** POST `ReasonRequest` -> `{}`: the report needs no more attention */
  settle: "/api/operator/reports/:id/settle",
  /** GET -> `SuspectedGroups`: accounts whose ratings an operator should look at */
  ratings: "/api/operator/ratings",
  /** POST `AccountsRequest` -> `ReversedRatings`: matches in which these accounts alone were rated are no longer */
  reverse: "/api/operator/ratings/reverse",
  /** POST `AccountsRequest` -> `{}`: settles the flags of exactly these accounts */
  settleFlags: "/api/operator/ratings/settle",
  /** POST `SettleRequest` -> `SettledReports`: the same for several reports, or for all of several targets, in one act */
  settleReports: "/api/operator/reports/settle",
  /** POST `AnnounceRequest` -> 201 `Announcement`: replaces the one before. DELETE -> `{}`: withdraws it */
  announcement: "/api/operator/announcement",
  /** POST `ReasonRequest` -> `{}`: the server hands its matches over and ends */
  drain: "/api/operator/servers/:id/drain",
  /** GET, `before` (a date) in the query -> `AuditLog`: at most 50 entries before that, the newest first */
  audit: "/api/operator/audit",
  /** GET -> `AuditCheck` */
  auditCheck: "/api/operator/audit/check",
  /** POST, `Authorization: Bearer <BRIDGE_TOKEN>`, `BridgeRequest` -> `Reservation` for the room `temples`, on this listener */
  bridges: "/api/bridges",
  /**
   * POST, `Authorization: Bearer <ADMIN_PASSWORD>`, `EnrolRequest` -> 201 `Enrolled`. GET with the same authorization ->
   * `TempleList`.
   */
  temples: "/api/temples",
  /** DELETE, `Authorization: Bearer <ADMIN_PASSWORD>` -> `{}`: revokes the temple of this id */
  temple: "/api/temples/:id",
  /** POST with the same authorization -> `RequestedUpdate`: the temple was told to look for a newer image of its firmware */
  templeUpdate: "/api/temples/:id/update",
  /** GET with the same authorization -> `KnownTempleBroker` */
  templeBroker: "/api/temple-broker",
  /** GET with the same authorization -> `FirmwareList` */
  templeFirmware: "/api/temple-firmware",
  /**
   * GET, `Authorization: Bearer <ADMIN_PASSWORD>` -> the server's database as a file. PUT such a file with the same
   * authorization -> `UploadedDatabase`: it was checked, and replaces nothing yet.
   */
  database: "/api/database",
  /** POST with the same authorization, `RestoreRequest` -> `RestoredDatabase`: the database was replaced */
  restore: "/api/database/restore",
  /** GET with the same authorization -> `KeptDatabases`: those that were replaced */
  keptDatabases: "/api/database/kept",
  /** GET -> metrics in Prometheus' text format */
  metrics: "/metrics",
} as const;

export interface OperatorSession {
  name: string;
  /** Their account; `null`: they signed in with `ADMIN_PASSWORD`, or are a program. */
  account: string | null;
  role: OperatorRole;
}

/** An operator's account. */
export interface OperatorAccount {
  id: string;
  name: string;
  role: OperatorRole;
  createdAt: number;
  /** How many passkeys they have; without one they cannot sign in. */
  passkeys: number;
  /** When they last signed in; `null`: never. */
  usedAt: number | null;
  /** Until when their invitation is good; `null`: there is none. It may be over. */
  invitedUntil: number | null;
  /** The account that invited them last; `null`: `ADMIN_PASSWORD` did, or an older server. */
  invitedBy: string | null;
}

export interface OperatorList {
  operators: OperatorAccount[];
}

/** An invitation, by which an operator adds a passkey. It is good once. */
export interface OperatorInvitation {
  account: string;
  name: string;
  role: OperatorRole;
  /** A secret: the link is the operator's page with `#invitation=` and this. */
  invitation: string;
  until: number;
}

/** Who is invited, and what their browser needs to create a passkey. */
export interface OperatorInvited {
  name: string;
  role: OperatorRole;
  options: PasskeyOptions;
}

export interface OperatorOverview {
  servers: {
    /** Of its process. */
    id: string;
    /** Rooms of matches there. */
    matches: number;
    /** Whether it is the one that answers. */
    here: boolean;
  }[];
  matches: { gathering: number; playing: number; over: number };
  /** People who have seats. */
  people: number;
  /** Those of them who are there. */
  present: number;
  /** Seats that bots have. */
  bots: number;
  /** People of the newest matches, at most `LIMITS.newestPeople`. */
  newest: { name: string; match: string; code: string }[];
  /** The server that answers, since it started. */
  here: {
    /** ms of processor time that its process took, with all its threads. */
    cpu: number;
    /** Commands that it played, and refused. */
    accepted: number;
    refused: number;
  };
  temples: Omit<TempleList["temples"][number], "enrolledAt">[];
  announcement: Announcement | null;
}

export interface OperatorListing extends Listing {
  private: boolean;
  /** Of the process that plays it. */
  server: string;
  /** Its unsettled reports. */
  reports: number;
  /** Whether it is played and nothing has happened in it for a quarter of an hour; never with clocks by days. */
  stuck: boolean;
}

export interface OperatorMatchPage {
  matches: OperatorListing[];
  total: number;
  page: number;
  pages: number;
}

export interface OperatorMatch {
  id: string;
  code: string;
  game: string;
  status: string;
  private: boolean;
  /** Entries so far. */
  n: number;
  spectators: number;
  seats: {
    seat: string;
    kind: SeatKind;
    name: string;
    connected: boolean;
    /** The player's id; `null`: not known here. */
    player: string | null;
    /** Of the connection; `null`: there is none. */
    address: string | null;
  }[];
}

/** A match in play that goes on at another server. */
export interface ImportedMatch {
  /** The match's id. */
  match: string;
  game: string;
  /** Entries so far. */
  n: number;
  /** `token`: the seat's new one, with which its player takes it again; `null`: a bot plays it. */
  seats: { seat: string; kind: SeatKind; name: string; token: string | null }[];
  /** Another one than before if that was in use here. */
  code: string;
  /** `null`: it is public. */
  invitation: string | null;
  /** Under which others open the page, without a trailing slash; `null`: not known. */
  address: string | null;
}

export interface Sanction {
  id: string;
  kind: SanctionKind;
  /** `null`: it is for addresses. */
  player: string | null;
  /** `null`: it is for a player. */
  addresses: string | null;
  reason: string;
  /** The operator's name. */
  operator: string;
  createdAt: number;
  until: number;
}

export interface SanctionList {
  sanctions: Sanction[];
}

/** A report, as the list shows it. */
export interface ReportHead {
  id: string;
  match: string;
  code: string;
  game: string;
  /** The table's name when it was reported; missing: it had none, or an older server stored it. */
  title?: string;
  reason: ReportReason;
  /** The reporter's words. */
  text: string;
  reported: { seat: string; name: string; player: string | null; address: string | null };
  /** `seat` is `null` for a spectator. */
  reporter: { seat: string | null; name: string; player: string | null };
  createdAt: number;
}

export interface Report extends ReportHead {
  /** The end of the match's log when it was reported, as all clients could see it. */
  lines: LoggedEntry[];
  /** The end of its chat, at most `LIMITS.reportLines`. */
  chat: ChatLine[];
}

/** The reports of one target. */
export interface ReportGroup {
  /** Its name in requests: the reported player's id, or the match and the seat of an unknown player. */
  target: string;
  /** How many reports these are. */
  count: number;
  /**
   * How many reported, by what they were at the table. One reporter counts once, and so does one network, as the first of these that it
   * was: a seated player with an account, a seated player, a spectator. Groups are ordered by these three numbers.
   */
  reporters: { accounts: number; seated: number; watching: number };
  /** When the oldest was filed. */
  since: number;
  /** When the newest was settled; `null`: they are open. */
  settledAt: number | null;
  /** The heaviest; for a query that names the target the 100 heaviest. */
  reports: ReportHead[];
}

/**
 * Why ratings should be looked at. `same-network`: players of a match last came from one network; `instant-concession`: one conceded before the
 * match was played; `closed-circle`: a few accounts hardly play others, and one gets most of their rating from the others.
 */
export type RatingFlagKind = "same-network" | "instant-concession" | "closed-circle";

/** Something about a match whose ratings should be looked at. */
export interface RatingFlag {
  kind: RatingFlagKind;
  game: string;
  match: string;
  /** When it ended. */
  at: number;
  /** Numbers that say why: `short` players with too few turns; of a circle its `matches`, `won` by the first, points `gained`. */
  evidence: { [name: string]: number };
}

/** Accounts whose ratings should be looked at. */
export interface SuspectedGroup {
  players: {
    id: string;
    /** `null`: deleted. */
    name: string | null;
    ratings: { game: string; value: number; matches: number; provisional: boolean }[];
  }[];
  /** The latest first. */
  flags: RatingFlag[];
}

/** The latest flagged first. */
export interface SuspectedGroups {
  groups: SuspectedGroup[];
}

export interface ReversedRatings {
  /** Matches that are no longer rated; 0: there was none. */
  matches: number;
}

export interface ReportList {
  groups: ReportGroup[];
  /** Groups on all pages, and reports in them. */
  total: number;
  count: number;
  page: number;
  pages: number;
  /** When this was read. A `SettleRequest` with this date settles nothing that came later. */
  at: number;
}

export interface SettledReports {
  /** How many were settled. */
  settled: number;
}

/** What an operator can do, as the audit log names it; with `-failed` after it: it was tried, and failed. */
export type OperatorAct =
  | "sign-in"
  | "close-match"
  | "export-match"
  | "move-match"
  | "import-match"
  | "remove-player"
  | "end-tournament"
  | "delete-study"
  | "ban"
  | "mute"
  | "lift"
  | "settle-report"
  | "reverse-ratings"
  | "settle-flags"
  | "settle-reports"
  | "announce"
  | "withdraw-announcement"
  | "drain-server"
  | "invite-operator"
  | "join"
  | "set-role"
  | "remove-operator";

/** What moderators may do; administrators may do all. */
const MODERATION: readonly OperatorAct[] = [
  "sign-in",
  "join",
  "remove-player",
  "delete-study",
  "ban",
  "mute",
  "lift",
  "settle-report",
  "announce",
  "withdraw-announcement",
];

/** Whether operators of a role may do something. */
export function mayDo(role: OperatorRole, act: OperatorAct): boolean {
  return role === "administrator" || MODERATION.includes(act);
}

export interface AuditEntry {
  id: string;
  operator: string;
  /** The operator's account; `null`: they signed in with `ADMIN_PASSWORD`, or were a program. */
  account: string | null;
  act: OperatorAct | `${OperatorAct}-failed`;
  /** On whom or what: an id, a code, a network. */
  target: string;
  reason: string;
  /** When it ends; `null`: it has no end. */
  until: number | null;
  createdAt: number;
}

export interface AuditLog {
  entries: AuditEntry[];
}

/** Whether the audit log is as it was written: each entry has a number, and a hash over itself and the hash before it. */
export interface AuditCheck {
  /** Entries that were checked, from the oldest that is kept. */
  entries: number;
  /** Entries of servers that wrote no hashes. */
  unchained: number;
  /** The last entry that is as it was written; `null`: none. */
  last: { n: number; hash: string } | null;
  /**
   * The first that is not; `null`: all are. `changed`: the entry, or its place; `missing`: no entry has this number; `cut`: older entries were
   * deleted before they expired by today's `AUDIT_KEPT`, or the note about that was changed.
   */
  fault: { kind: "changed" | "missing" | "cut"; n: number /** Its id. */; entry: string | null } | null;
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

/** A temple was told to look for a newer image. */
export interface RequestedUpdate {
  templeId: string;
  /** The version that it will find. */
  version: string;
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

/** How an ESP32's temple names its firmware in `up/state`: chip and version. */
const FIRMWARE = /^templo-([a-z0-9]+) (\S+)$/;
const VERSION = /^\d{1,5}\.\d{1,5}\.\d{1,5}$/;

/**
 * Returns the image for a temple's chip; `null`: there is none.
 * @param fw what the temple says of its firmware
 */
export function findImage(fw: string, images: readonly FirmwareImage[]): FirmwareImage | null {
  const [, chip] = FIRMWARE.exec(fw) ?? [];
  return images.find((each) => each.chip === chip) ?? null;
}

/**
 * Returns the version that a temple will install; `null`: no image is newer for its chip.
 * @param fw what the temple says of its firmware
 */
export function findUpdate(fw: string, images: readonly FirmwareImage[]): string | null {
  const [, , running = ""] = FIRMWARE.exec(fw) ?? [];
  const image = findImage(fw, images);
  return image !== null && isNewer(image.version, running) ? image.version : null;
}

/** Whether a version like `1.2.3` comes after another, as temples compare them. What is not a version comes after none. */
function isNewer(version: string, than: string): boolean {
  if (!VERSION.test(version) || !VERSION.test(than)) return false;
  return version.localeCompare(than, "en", { numeric: true }) > 0;
}

/* The server's own database as an admin copies and replaces it (`OPERATOR_PATHS.database`); docs/journal.md says what happens to matches. */

/**
 * The fault of a file that was to replace the database: the `reason` of `bad-database`. `empty`: it has no bytes;
 * `not-sqlite`: it does not begin as SQLite's files do; `incomplete`: its end is missing; `damaged`: SQLite or the journal finds
 * contradictions; `foreign`: another program wrote it; `newer`: a later version of the server wrote it.
 */
export const DATABASE_FLAWS = ["empty", "not-sqlite", "incomplete", "damaged", "foreign", "newer"] as const;
export type DatabaseFlaw = (typeof DATABASE_FLAWS)[number];

/** The content of a database. */
export interface DatabaseContents {
  /** Matches that are not over, and those that are: with a record, or with a result alone. */
  matches: { running: number; finished: number };
  /** Enrolled temples. */
  temples: number;
  players: number;
  /** When a match or a player was last written, ms since 1970; `null`: never. */
  writtenAt: number | null;
}

/** A file that can replace the database, and waits for a `RestoreRequest`. Nothing is replaced yet. */
export interface UploadedDatabase {
  /** The id for the `RestoreRequest`. */
  restore: string;
  /** ms since 1970: then it is deleted. */
  until: number;
  holds: DatabaseContents;
  /** The content that the server stores now, and would replace. */
  replaces: DatabaseContents;
  /** The kept file that would be deleted, since so many are kept; `null`: none. */
  deletes: KeptDatabase | null;
}

/** The database was replaced. */
export interface RestoredDatabase {
  /** The id of the replaced database, which was kept: a `RestoreRequest` with it undoes this one. */
  undo: string;
}

/** A database that was replaced, and can be restored. */
export interface KeptDatabase {
  id: string;
  /** When it was replaced, ms since 1970. */
  replacedAt: number;
  /** `null`: another version of the server wrote it, or it cannot be read. */
  holds: DatabaseContents | null;
}

export interface KeptDatabases {
  /** The content that the server stores now. */
  current: DatabaseContents;
  /** The last replaced one comes first. */
  kept: KeptDatabase[];
}
