export type { ClientGame, ClientTypes } from "./games/client-game.ts";
export type * from "./games/game-map.ts";
export type { GameLoader } from "./games/index.ts";
export type { PingPolicy } from "./heartbeat.ts";
export {
  type AnyMatch,
  type CreateOptions,
  FlowerWar,
  type FlowerWarOptions,
  type JoinOptions,
  type MatchOf,
  type QuickPlayOptions,
} from "./host.ts";
export * from "./host-options.ts";
export type { ConnectionStatus, Drop } from "./line.ts";
export type { Lobby, LobbyListeners } from "./lobby.ts";
export type { AwaitedDecision, Match, MatchListeners, SeatInfo } from "./match.ts";
export type { MatchClock, SeatClock } from "./match-clock.ts";
export type { Connect, Fetch, FetchInit, Link, LinkListener } from "./ports.ts";
export type * from "./protocol.ts";
export { BOT_KINDS, CLOCK_PROFILES, CLOSE, GAMES, NAME_LENGTH } from "./protocol.ts";
export { CONNECTION_CODES, type ConnectionCode, Refusal } from "./refusal.ts";
export type { ResumePolicy } from "./resume-policy.ts";
export { type KeptSeat, memoryStore, type SeatStore, webStore } from "./seats.ts";
