import type { ChatLine } from "./chat.ts";
import type { LoggedEntry } from "./entries.ts";
import type { Announcement, TempleList } from "./http.ts";
import type { Listing } from "./lobby.ts";
import type { ReportReason } from "./match-room.ts";
import type { SeatKind } from "./seat-kinds.ts";

/*
 * The API of operators, their programs and bridges, on a listener of its own (`OPERATOR_PORT`): docs/operate.md, "The operator's
 * door". Operators sign in, and their session is a cookie; programs send a secret with each request. Errors are a `RefusalBody` in
 * JSON. Dates are ms since 1970.
 */

/** Paths of the operator's listener; `:id` is a match's id or code, a server's process id, or the id of a report, sanction or temple. */
export const OPERATOR_PATHS = {
  /** POST `OperatorSignIn` -> `OperatorSession`. GET -> `OperatorSession`. DELETE -> `{}`: signs out */
  session: "/api/operator/session",
  /** GET -> `OperatorOverview` */
  overview: "/api/operator/overview",
  /** GET, `OperatorSearch` in the query -> `OperatorMatchPage`: every match that has a room, private ones too */
  matches: "/api/operator/matches",
  /** GET -> `OperatorMatch` */
  match: "/api/operator/matches/:id",
  /** POST `ReasonRequest` -> `{}`: closes the match for good */
  close: "/api/operator/matches/:id/close",
  /** POST `RemoveRequest` -> `{}`: opens the seat of a player, or lets a bot play on there */
  remove: "/api/operator/matches/:id/remove",
  /** GET -> `SanctionList`: those in force. POST `SanctionRequest` -> 201 `Sanction` */
  sanctions: "/api/operator/sanctions",
  /** POST `ReasonRequest` -> `{}`: ends a ban or mute */
  lift: "/api/operator/sanctions/:id/lift",
  /** GET -> `ReportList`: the unsettled ones, the oldest first */
  reports: "/api/operator/reports",
  /** GET -> `Report` */
  report: "/api/operator/reports/:id",
  /** POST `ReasonRequest` -> `{}`: the report needs no more attention */
  settle: "/api/operator/reports/:id/settle",
  /** POST `AnnounceRequest` -> 201 `Announcement`: replaces the one before. DELETE -> `{}`: withdraws it */
  announcement: "/api/operator/announcement",
  /** POST `ReasonRequest` -> `{}`: the server hands its matches over and ends */
  drain: "/api/operator/servers/:id/drain",
  /** GET, `before` (a date) in the query -> `AuditLog`: at most 50 entries before that, the newest first */
  audit: "/api/operator/audit",
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

export interface OperatorSignIn {
  /** The operator's own, which the audit log has: 1 to 24 characters. */
  name: string;
  /** `ADMIN_PASSWORD` */
  password: string;
}

export interface OperatorSession {
  name: string;
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

/** In a query. */
export interface OperatorSearch {
  /** A part of a code, an id or a name at the table. */
  search?: string;
  /** From 1. */
  page?: string;
}

export interface OperatorListing extends Listing {
  private: boolean;
  /** Of the process that plays it. */
  server: string;
  /** Its unsettled reports. */
  reports: number;
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

export interface ReasonRequest {
  /** 1 to 200 characters. Players who are concerned are told. */
  reason: string;
}

export interface RemoveRequest extends ReasonRequest {
  seat: string;
}

/** Kinds of sanctions: who is banned neither plays nor watches; who is muted does not talk. */
export const SANCTION_KINDS = ["ban", "mute"] as const;
export type SanctionKind = (typeof SANCTION_KINDS)[number];

/** Exactly one of `player` and `addresses`. */
export interface SanctionRequest extends ReasonRequest {
  kind: SanctionKind;
  /** A player's id. */
  player?: string;
  /** An address, or a network as `203.0.113.0/24` or `2001:db8::/48`. */
  addresses?: string;
  /** When it ends, at most 10 years from now. */
  until: number;
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

export interface ReportList {
  reports: ReportHead[];
}

export interface AnnounceRequest {
  /** 1 to 200 characters. */
  text: string;
  startsAt: number | null;
  /** At most 30 days from now. */
  until: number;
}

/** What an operator can do, as the audit log names it; with `-failed` after it: it was tried, and failed. */
export const OPERATOR_ACTS = [
  "sign-in",
  "close-match",
  "remove-player",
  "ban",
  "mute",
  "lift",
  "settle-report",
  "announce",
  "withdraw-announcement",
  "drain-server",
] as const;
export type OperatorAct = (typeof OPERATOR_ACTS)[number];

export interface AuditEntry {
  id: string;
  operator: string;
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
