/** Play on a Flower War server: matches, lobbies, players and their stores. */
export {
  type Announcement,
  type Ban,
  BOT_KINDS,
  type BotKind,
  type Challenge,
  type ChatLine,
  CLOCK_PROFILES,
  CLOSE,
  type ClockProfile,
  type ClockRules,
  type DeclineReason,
  freeSeatsOf,
  GAMES,
  type GameListing,
  type GameMap,
  type GameName,
  isPlayer,
  type Listing,
  type LobbyRequest,
  type MatchClock,
  type MatchDetails,
  type MatchStatus,
  type MatchSummary,
  NAME_LENGTH,
  type NearbyTemple,
  parseBan,
  REPORT_REASONS,
  type Reaction,
  type RefusalCode,
  type ReportReason,
  type SeatClock,
  type StartMode,
  speedOf,
  type TablePage,
  type TableSeat,
  type TableSummary,
} from "@flower-war/protocol";
export type { OnlineBot, ReceivedChallenge } from "@flower-war/protocol/players";
export {
  type Backoff,
  backoffDelay,
  type Random,
  systemRandom,
  systemTime,
  type Time,
} from "@flower-war/protocol/ports";
export {
  type AgreedOutcome,
  type Agreement,
  integersOf,
  isAgreed,
  type OptionRange,
  type OptionRanges,
  type OptionValue,
  type Witness,
} from "@flower-war/rules";
export type { Abortable } from "./abort.ts";
export type { ChallengeListeners, Challenges, OpenChallenge } from "./challenges.ts";
export type { Connect, Connection, ConnectionListener } from "./connection/connection.ts";
export type { PingPolicy, ResumePolicy } from "./connection/policies.ts";
export type { ConnectionStatus, Drop } from "./connection/room-session.ts";
export type * from "./deprecated.ts";
export type { ClientGame } from "./games/client-game.ts";
export type { GameLoader } from "./games/index.ts";
export { hostOptions } from "./games/options.ts";
export {
  type AnyPlayerMatch,
  type AnySummary,
  type CreateOptions,
  FlowerWar,
  type FlowerWarOptions,
  type JoinOptions,
  type QuickPlayOptions,
  type ResultOf,
  type SummaryOf,
  type TableOf,
} from "./host.ts";
export type { Fetch, FetchInit } from "./http.ts";
export type { AskBrowser, Identity, PlayerInfo } from "./identity.ts";
export type { Lobby, LobbyListeners } from "./lobby.ts";
export type { AnyMatch, Match, MatchOf } from "./match.ts";
export type {
  AwaitedDecision,
  Hint,
  MatchListeners,
  MatchLogEntry,
  OpenOffer,
  OutcomeOf,
  SeatInfo,
  WantedRematch,
} from "./match-types.ts";
export { memoryPlayerStore, type PlayerStore, type StoredPlayer, webPlayerStore } from "./player-store.ts";
export { type AnyRefusalCode, CONNECTION_CODES, type ConnectionCode, Refusal } from "./refusal.ts";
export { memoryStore, type SeatStore, type StoredSeat, webStore } from "./seat-store.ts";
export type { StoredWitness, WitnessId, WitnessStore } from "./witness/stored-witness.ts";
