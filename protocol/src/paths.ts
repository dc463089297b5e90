/**
 * HTTP paths; `:id` is a match's id, its invitation or its short code. With `Authorization: Bearer <token>` of a player, requests to
 * `matches`, `seats` and `quickPlay` are that player's. Errors are a `RefusalBody` in JSON.
 */
export const PATHS = {
  /** GET -> `Health` while the process lives */
  health: "/healthz",
  ready: "/readyz",
  /** GET -> `GameListing[]`: the games that the server hosts, with `?words=` of a language in words too */
  games: "/api/games",
  /** GET -> `{ url }`: where others reach the server; `null` unless you use it by an address of your own machine */
  address: "/api/address",
  /** POST `CreateRequest` -> `SeatReservation` */
  matches: "/api/matches",
  /** POST `SeatRequest` -> `SeatReservation` */
  seats: "/api/matches/:id/seats",
  /** POST `RematchRequest` -> `SeatReservation` for a seat in the rematch of a finished match */
  rematch: "/api/matches/:id/rematch",
  /** GET -> `MatchSummary`: with `result` when the match is over */
  match: "/api/matches/:id",
  /** GET -> the record of a finished match, as JSON Lines (docs/fair-dice.md) */
  record: "/api/matches/:id/record",
  /** POST `QuickPlayRequest` -> `SeatReservation` */
  quickPlay: "/api/quick-play",
  /** POST `PlayerRequest` -> 201 `Player`: a new guest */
  players: "/api/players",
  /**
   * With `Authorization: Bearer <token>` of a player. GET -> `Player`, with a new token. PATCH `PlayerRequest` -> `Player`.
   * DELETE -> `{}`: deletes the player.
   */
  me: "/api/players/me",
  /** With the same authorization. GET, `HistoryRequest` in the query -> `MyMatches` */
  myMatches: "/api/players/me/matches",
  /** GET -> `Profile` of the player of this id */
  profile: "/api/players/:id",
  /** GET, `HistoryRequest` in the query -> `MatchHistory`: the public matches of the player of this id */
  history: "/api/players/:id/matches",
  /** GET, `LeaderboardRequest` in the query -> `Leaderboard` */
  leaderboard: "/api/leaderboard",
  /** GET, `LobbyRequest` in the query -> `TablePage`. POST `LobbyRequest` -> `Reservation` for a room `lobby` with that page */
  lobby: "/api/lobby",
  /** GET -> `CurrentAnnouncement` */
  announcement: "/api/announcement",
  /** GET -> the image of temples' firmware in the file `templo-<chip>.bin`; the path of it is a temple's address of updates */
  firmware: "/firmware/:file",
  /** GET -> `InstallManifest`, of the images in files with the same names */
  installManifest: "/firmware/manifest.json",
} as const;

/** The path of the server's API description. Apart from `PATHS`, which pages load. */
export const API_PATHS = {
  /** GET -> the OpenAPI document of the HTTP API */
  document: "/api/openapi.json",
  /** GET -> the same as a page to read */
  page: "/api",
} as const;

/**
 * Paths of streams; `:id` as in `PATHS`. With `Authorization: Bearer <token>` of a seat a match's is that seat's, as are all requests below
 * `PATHS.match` that `MatchRequests` names, `view` and `leave`. They stand apart from `PATHS`, which pages load.
 * What comes with a stream's path in its query besides: `protocolVersion`, as `VersionedRequest` has it.
 */
export const STREAM_PATHS = {
  /** GET -> the match as `StreamLine`s, with `?after=` from that entry on */
  match: "/api/matches/:id/stream",
  /** GET, `LobbyRequest` in the query -> that page as `LobbyLine`s, whenever it changes */
  lobby: "/api/lobby/stream",
} as const;

/** Names of the Colyseus rooms. */
export const ROOMS = { match: "match", lobby: "lobby", temples: "temples", bot: "bot" } as const;
