/*
 * Everything that crosses a process boundary: HTTP paths and bodies, room messages, synced state, codes, closes and limits. Server,
 * SDK, bridge, devices, cli, load test and page import it, so that no name is written twice. docs/protocol.md describes
 * the same in prose. Requests and answers are types here, and schemas in `@flower-war/protocol/schemas`. The temple's MQTT contract is `@flower-war/protocol/temple`.
 */
export * from "./account-paths.ts";
export * from "./bot-state.ts";
export { countGraphemes, takeGraphemes } from "./characters.ts";
export * from "./chat.ts";
export * from "./clocks.ts";
export * from "./closes.ts";
export { type Entry, formatEntry, type LoggedEntry, parseEntry, type WireEntry } from "./entries.ts";
export * from "./free-seats.ts";
export * from "./games/event-code.ts";
export { EVENT_CODES } from "./games/event-codes.ts";
export * from "./games/game-map.ts";
export * from "./limits.ts";
export * from "./lobby.ts";
export * from "./match-clock.ts";
export * from "./match-details.ts";
export * from "./match-room.ts";
export * from "./match-state.ts";
export * from "./names.ts";
export * from "./notices.ts";
export * from "./operator.ts";
export * from "./paths.ts";
export * from "./profiles.ts";
export * from "./refusals.ts";
export type * from "./schemas/chat.ts";
export type * from "./schemas/clocks.ts";
export type * from "./schemas/lobby.ts";
export type {
  CommandAnswer,
  CommandRequest,
  LogPage,
  MatchRequests,
  NearbyTemple,
  ReportRequest,
  Seal,
  SeatSignature,
} from "./schemas/match-requests.ts";
export type * from "./schemas/matches.ts";
export type * from "./schemas/notices.ts";
export type * from "./schemas/operator.ts";
export type * from "./schemas/players.ts";
export type * from "./schemas/server.ts";
export type * from "./schemas/streams.ts";
export { entriesOf } from "./synced.ts";
export type * from "./synced.ts";
export * from "./version.ts";
export * from "./vocabulary.ts";
export * from "./write.ts";
