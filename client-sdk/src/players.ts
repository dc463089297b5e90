/** What servers say of players: names, profiles, matches, places and ranks, ways to sign in and to be notified; reactions at tables. */
export { REACTIONS } from "@flower-war/protocol";
export {
  botNameOf,
  type HistoryRequest,
  type Leaderboard,
  LEADERBOARD_PAGE,
  type LeaderboardEntry,
  type LeaderboardRequest,
  type MatchHistory,
  type NameFault,
  type Notices,
  type PlayedGame,
  type PlayerKind,
  type PlayerMatch,
  type PlayerMatchSeat,
  type Profile,
  PROVISIONAL_MATCHES,
  readBotName,
  readName,
  type SignInMeans,
} from "@flower-war/protocol/players";
export { placesOf } from "@flower-war/rules";
