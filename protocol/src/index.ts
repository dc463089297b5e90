/*
 * What clients and servers say to each other: HTTP paths and bodies, room messages, synced state, codes, closes and limits. Server, SDK,
 * bridge, devices, cli, load test and page import it, so that no name is written twice. docs/protocol.md describes the same in prose.
 * Requests and answers are types here, and schemas in `@flower-war/protocol/schemas`. Entries of their own have what concerns players
 * (`/players`) and operators (`/operator`), what servers alone use (`/server`), and the temple's MQTT contract (`/temple`).
 */
export * from "./clocks.ts";
export { type Ban, CLOSE, parseBan } from "./closes.ts";
export { type Entry, formatEntry, type LoggedEntry, parseEntry, type WireEntry } from "./entries.ts";
export { freeSeatsOf } from "./free-seats.ts";
export * from "./games/event-code.ts";
export { EVENT_CODES } from "./games/event-codes.ts";
export * from "./games/game-map.ts";
export { LIMITS, NAME_LENGTH, SHORT_CODE } from "./limits.ts";
export { ListingState, LobbyState, readTablePage, type SyncedLobby } from "./lobby.ts";
export * from "./match-clock.ts";
export { type MatchDetails, readDetails } from "./match-details.ts";
export * from "./match-room.ts";
export {
  ClockState,
  HandState,
  type MatchState,
  type ReadableMatch,
  readSeat,
  SeatState,
  type SyncedClock,
  type SyncedMatch,
  type SyncedSeat,
} from "./match-state.ts";
export type { BridgeRequest, Enrolled, EnrolRequest, TempleList } from "./operator.ts";
export { PATHS, ROOMS, STREAM_PATHS } from "./paths.ts";
export { isRefusalCode, REFUSAL_CODES, type RefusalCode } from "./refusals.ts";
export type * from "./schemas/chat.ts";
export type { ClockRules, ClockSettings, SeatClock } from "./schemas/clocks.ts";
export type { Listing, LobbyRequest, TablePage } from "./schemas/lobby.ts";
export type {
  CommandAnswer,
  CommandRequest,
  LogPage,
  MatchRequests,
  NearbyTemple,
  Seal,
  SeatSignature,
} from "./schemas/match-requests.ts";
export type {
  CreateRequest,
  MatchResult,
  MatchSummary,
  QuickPlayRequest,
  RematchRequest,
  Reservation,
  SeatRequest,
  SeatReservation,
  TableSeat,
  TableSummary,
} from "./schemas/matches.ts";
export type {
  Announcement,
  CurrentAnnouncement,
  GameListing,
  ProtocolRange,
  RefusalBody,
  VersionedRequest,
} from "./schemas/server.ts";
export type { Challenge, Offer, PlainMatch, Rematch, StreamLine, TablePolicy } from "./schemas/streams.ts";
export { entriesOf, type PlainFields, pure, type Synced, type SyncedList, type SyncedMap } from "./synced.ts";
export * from "./version.ts";
export {
  BOT_KINDS,
  type BotKind,
  type Claim,
  CLOCK_PROFILES,
  type ClockProfile,
  DECLINE_REASONS,
  type DeclineReason,
  isPlayer,
  MATCH_STATUSES,
  type MatchStatus,
  type Reaction,
  REACTIONS,
  REPORT_REASONS,
  type ReportReason,
  type SeatKind,
  type StartMode,
} from "./vocabulary.ts";
export * from "./write.ts";
