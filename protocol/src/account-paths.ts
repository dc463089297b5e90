/**
 * HTTP paths of who signs in: how players with accounts are known on other devices. They are apart from `PATHS`, so that a page has them
 * only with a player's token. `:id` is a passkey's, a session's, a personal token's or a muted player's id.
 */
export const ACCOUNT_PATHS = {
  /** With `Authorization: Bearer <token>` of a player. POST `TokenRequest` -> `Player`, with a new token: all others are invalid */
  tokens: "/api/players/me/tokens",
  /** With the same authorization. GET -> `PlayerSessions` */
  sessions: "/api/players/me/sessions",
  /** With the same authorization. DELETE -> `{}`: the tokens of the session of this id are invalid */
  session: "/api/players/me/sessions/:id",
  /** The same for the session of the request's token. */
  thisSession: "/api/players/me/sessions/this",
  /** With the same authorization. GET -> `PersonalTokens`. POST `PersonalTokenRequest` -> 201 `NewPersonalToken` */
  personalTokens: "/api/players/me/personal-tokens",
  /** With the same authorization. DELETE -> `{}`: the personal token of this id is invalid */
  personalToken: "/api/players/me/personal-tokens/:id",
  /** With the same authorization of an account. GET -> `MutedPlayers`. POST `MuteRequest` -> `MutedPlayers` */
  mutes: "/api/players/me/mutes",
  /** With the same authorization. DELETE -> `MutedPlayers`: the player of this id is neither muted nor blocked */
  mute: "/api/players/me/mutes/:id",
  /** With the same authorization. POST -> `PasskeyOptions`, for creating a passkey */
  passkeyOptions: "/api/players/me/passkeys/options",
  /** With the same authorization. GET -> `SignInMeans`. POST `PasskeyRequest` -> 201 `PasskeyAdded`: a guest becomes an account */
  passkeys: "/api/players/me/passkeys",
  /** With the same authorization. DELETE -> `PasskeyRemoval`: removes the passkey of this id, at once or later */
  passkey: "/api/players/me/passkeys/:id",
  /** With the same authorization. DELETE -> `{}`: the passkey of this id stays */
  passkeyRemoval: "/api/players/me/passkeys/:id/removal",
  /** With the same authorization. GET -> `AccountEvents` */
  events: "/api/players/me/events",
  /** With the same authorization. POST -> `RecoveryCodes` */
  recoveryCodes: "/api/players/me/recovery-codes",
  /** With the same authorization. POST -> `PasskeyOptions`, for a proof */
  proofOptions: "/api/players/me/proofs/options",
  /** With the same authorization. POST `ProofRequest` -> 201 `Proof` */
  proofs: "/api/players/me/proofs",
  /** POST -> `PasskeyOptions`, for signing in */
  signInOptions: "/api/sign-in/options",
  /** POST `SignInRequest` -> `SignedIn` */
  signIn: "/api/sign-in",
} as const;

/**
 * GET -> `OnlineBot[]`, by name. POST, with `Authorization: Bearer <token>` of a bot account -> `Reservation` for its room `bot`: it is online
 * as long as it is connected there. It stands apart from `PATHS`, which pages load.
 */
export const BOTS_PATH = "/api/bots";
