import { z } from "zod";
import { SERVER_LIMITS } from "../limits.ts";
import { HISTORY_PAGE } from "../profiles.ts";
import { PLAYER_KINDS, SCOPES, UNRATED } from "../vocabulary.ts";
import {
  BASE64URL,
  count,
  FINISHES,
  GAME_NAME,
  list,
  MATCH_ID,
  moment,
  NAME,
  named,
  PLAYER_ID,
  ruled,
  SEAT_NAME,
  TAKEN_KIND,
  WANTED_GAME,
} from "./basics.ts";

/* Who players are, how they sign in, and what they have played (docs/ratings.md). */

const KIND = z
  .enum(PLAYER_KINDS)
  .describe("`guest`: known by a token alone; `account`: by passkeys too; `bot`: a program.");

/** A new player. */
export const PlayerRequest = z
  .object({
    name: NAME,
    bot: z.boolean().default(false).describe("The player is a program, for ever."),
  })
  .meta({ id: "PlayerRequest" });
export type PlayerRequest = z.input<typeof PlayerRequest>;

/** A new name. */
export const RenameRequest = z.object({ name: NAME }).meta({ id: "RenameRequest" });

/** Which tokens end when a player signs out everywhere. */
export const TokenRequest = z
  .object({
    seats: z
      .boolean()
      .default(false)
      .describe(
        "Also those of the player's seats in matches that go on, the latest 50: their clients are disconnected (4009).",
      ),
  })
  .meta({ id: "TokenRequest" });
export type TokenRequest = z.input<typeof TokenRequest>;

export const Player = named("Player", "A player, as they alone get to know themselves.", {
  id: PLAYER_ID,
  name: z.string(),
  kind: KIND,
  token: z
    .string()
    .describe(
      "Proves who the player is: the bearer token of their requests. Keep it secret. The last one that was issued is valid the longest.",
    ),
});
export type Player = z.infer<typeof Player>;

/** A browser's answer about a passkey as JSON: what `toJSON()` of a `PublicKeyCredential` returns. */
export const PasskeyResponse = z.object({
  id: BASE64URL,
  rawId: BASE64URL,
  type: z.literal("public-key"),
  // What is missing in it makes the passkey a bad one.
  response: z.record(z.string(), z.unknown()) as unknown as z.ZodType<Record<string, unknown>, object>,
  clientExtensionResults: (
    z.record(z.string(), z.unknown()) as unknown as z.ZodType<Record<string, unknown>, object>
  ).default({}),
});
export type PasskeyResponse = Required<z.input<typeof PasskeyResponse>>;

export const PasskeyRequest = z.object({ response: PasskeyResponse }).meta({ id: "PasskeyRequest" });
export type PasskeyRequest = z.input<typeof PasskeyRequest>;

const MEANS = {
  response: PasskeyResponse.optional(),
  recoveryCode: z.string().optional().describe("Case, spaces and hyphens do not matter."),
};
const isOneOf = ({
  response,
  recoveryCode,
}: {
  readonly response?: unknown;
  readonly recoveryCode?: unknown;
}) => (response === undefined) !== (recoveryCode === undefined);

/** Exactly one of `response` and `recoveryCode`. */
export const SignInRequest = z
  .object({
    ...MEANS,
    proof: z.boolean().default(false).describe("Whether the answer has a `proof` too."),
  })
  .refine(isOneOf)
  .meta({ id: "SignInRequest" });
export type SignInRequest = z.input<typeof SignInRequest>;

/** Exactly one of them. */
export const ProofRequest = z.object(MEANS).refine(isOneOf).meta({ id: "ProofRequest" });
export type ProofRequest = z.input<typeof ProofRequest>;

const PROOF = z
  .string()
  .describe(
    "Shows for 5 minutes that the person themselves is there: by a passkey that checked who uses it, or by a recovery code. Keep it in memory, not where the token is stored.",
  );

export const Proof = named("Proof", "What an account shows before it changes how it is signed in to.", {
  proof: PROOF,
});
export type Proof = z.infer<typeof Proof>;

export const SignedIn = named("SignedIn", "A player who has signed in.", {
  ...Player.shape,
  proof: PROOF.optional().describe(
    "A `Proof`, if the request asks for it. Missing also if the passkey did not check who uses it.",
  ),
});
export type SignedIn = z.infer<typeof SignedIn>;

/** What a browser is asked about a passkey, as JSON: `PublicKeyCredential.parse...OptionsFromJSON` takes it. */
export const PasskeyOptions = z
  .looseObject({ challenge: z.string().describe("Good for one answer within 5 minutes.") })
  .meta({ id: "PasskeyOptions", description: "What a browser is asked about a passkey (WebAuthn)." });
export type PasskeyOptions = z.infer<typeof PasskeyOptions>;

export const PasskeyAdded = named("PasskeyAdded", "A player with a new passkey.", {
  player: Player,
  recoveryCodes: z
    .array(z.string())
    .describe(
      "With the first passkey: what recovers the account without one, each once. Never shown again. Else empty.",
    ),
});
export type PasskeyAdded = z.infer<typeof PasskeyAdded>;

export const SignInMeans = named("SignInMeans", "How a player can sign in.", {
  passkeys: z
    .array(
      z
        .object({
          id: z.string(),
          device: z
            .string()
            .exactOptional()
            .describe("On which it was added, as in an `AccountEvent`; missing from older servers."),
          createdAt: moment(),
          usedAt: moment(),
          removedAt: moment("When it is removed, if its removal waits.").exactOptional(),
        })
        .meta({ id: "Passkey" }),
    )
    .describe("In the order in which they were added."),
  recoveryCodes: z.int().describe("How many are left."),
});
export type SignInMeans = z.infer<typeof SignInMeans>;

export const PasskeyRemoval = named("PasskeyRemoval", "What becomes of a passkey that is removed.", {
  removedAt: z
    .int()
    .nullable()
    .describe(
      "When it is removed, in ms since 1970; until then it works, and can be kept. `null`: it is removed.",
    ),
});
export type PasskeyRemoval = z.infer<typeof PasskeyRemoval>;

/** What an account is told of afterwards. There may be others later. */
const ACCOUNT_EVENTS = [
  "passkey-added",
  "passkey-removed",
  "removal-waiting",
  "removal-cancelled",
  "codes-renewed",
  "code-used",
  "mail-set",
  "mail-removed",
  "signed-in",
  "signed-out-everywhere",
  "session-ended",
  "token-created",
  "token-revoked",
  "refused",
] as const;

/** What was refused to those who did not prove that they are the account's person. */
const PROVEN_ACTS = [
  "add-passkey",
  "remove-passkey",
  "keep-passkey",
  "renew-codes",
  "set-mail",
  "remove-mail",
  "sign-out-everywhere",
  "end-session",
  "create-token",
  "delete",
  "prove",
] as const;

export const AccountEvent = named("AccountEvent", "Something that happened to an account.", {
  what: z
    .enum(ACCOUNT_EVENTS)
    .describe(
      "`removal-waiting`: a passkey is to be removed, and can be kept. `code-used`: a recovery code was used. `refused`: a change without a " +
        "valid proof, or a proof that failed.",
    ),
  at: moment("When it happened last."),
  times: z.int().describe("How often: the same refusals within an hour are one event."),
  device: z
    .string()
    .describe(
      "The browser and system that asked, as they name themselves, such as `Firefox, Android`; empty: not known.",
    ),
  asked: z
    .enum(PROVEN_ACTS)
    .exactOptional()
    .describe("Of `refused`: what was asked for. There may be others later."),
});
export type AccountEvent = z.infer<typeof AccountEvent>;

export const AccountEvents = named("AccountEvents", "What happened to an account.", {
  events: z.array(AccountEvent).describe("The newest first: of each kind the newest 20, for 180 days."),
});
export type AccountEvents = z.infer<typeof AccountEvents>;

export const PlayerSession = named(
  "PlayerSession",
  "A sign-in of a player: all tokens that one device got by it.",
  {
    id: z
      .string()
      .describe("No secret. `older`: all tokens of servers without sessions, which end together."),
    device: z.string().describe("As in an `AccountEvent`: the device that signed in; empty: not known."),
    createdAt: moment("When the device signed in.").exactOptional(),
    seenAt: moment("When a token of it was last used, to the hour."),
    current: z.boolean().describe("Whether the request's token is one of it."),
  },
);
export type PlayerSession = z.infer<typeof PlayerSession>;

export const PlayerSessions = named("PlayerSessions", "Where a player is signed in.", {
  sessions: z
    .array(PlayerSession)
    .describe("The one last seen first; at most 20, of which a new one ends the one longest unseen."),
});
export type PlayerSessions = z.infer<typeof PlayerSessions>;

const SCOPE_LIST = z
  .array(z.enum(SCOPES))
  .min(1)
  .describe(
    "Either `play`: create matches and take seats, as you. Or `bot`: play as a bot account of yours that has the token's name. With either " +
      "`chat`: talk at the tables where it plays or watches.",
  );

/** A new personal token. */
export const PersonalTokenRequest = z
  .object({ name: NAME.describe("What it is for; with `bot` the bot's name."), scopes: SCOPE_LIST })
  .refine(({ scopes }) => scopes.includes("play") !== scopes.includes("bot"), { path: ["scopes"] })
  .meta({ id: "PersonalTokenRequest" });
export type PersonalTokenRequest = z.input<typeof PersonalTokenRequest>;

export const PersonalToken = named(
  "PersonalToken",
  "A token that a player made for a program: it may do what its scopes say, until it is revoked.",
  {
    id: z.string().describe("No secret."),
    name: z.string(),
    scopes: SCOPE_LIST,
    createdAt: moment("When it was made."),
    usedAt: z
      .int()
      .nullable()
      .describe("When it was last used, to the hour, in ms since 1970. `null`: it was not yet."),
    bot: PLAYER_ID.exactOptional().describe("With `bot`: the bot account."),
  },
);
export type PersonalToken = z.infer<typeof PersonalToken>;

export const PersonalTokens = named("PersonalTokens", "The personal tokens of a player.", {
  tokens: z.array(PersonalToken).describe("The newest first; at most 20."),
});
export type PersonalTokens = z.infer<typeof PersonalTokens>;

export const NewPersonalToken = named("NewPersonalToken", "A personal token that was just made.", {
  ...PersonalToken.shape,
  token: z
    .string()
    .describe("The bearer token of the program's requests. Keep it secret. Never shown again."),
});
export type NewPersonalToken = z.infer<typeof NewPersonalToken>;

/** Players to mute or block. */
export const MuteRequest = z
  .object({
    players: list(
      z.object({
        id: z
          .string()
          .regex(/^[A-Za-z0-9]{12}$/)
          .describe("The player's id. One who does not exist is left out."),
        blocked: z
          .boolean()
          .default(false)
          .describe(
            "Besides being muted, they do not meet you by Play now, and you get no questions of theirs.",
          ),
      }),
    ).describe("From 1 to 90. Of players who are muted or blocked already it says which they are now."),
  })
  .refine(({ players }) => players.length >= 1 && players.length <= SERVER_LIMITS.mutes.atOnce, {
    path: ["players"],
  })
  .meta({ id: "MuteRequest" });
export type MuteRequest = z.input<typeof MuteRequest>;

const MutedPlayer = named("MutedPlayer", "A player whose chat an account does not see.", {
  id: PLAYER_ID,
  name: z.string().describe("Their name now."),
  blocked: z.boolean().describe("Whether they are blocked too."),
  at: moment("When they were first muted or blocked."),
});

export const MutedPlayers = named("MutedPlayers", "The players whom an account mutes and blocks.", {
  players: z.array(MutedPlayer).describe("The latest first; at most 500."),
});
export type MutedPlayers = z.infer<typeof MutedPlayers>;

export const RecoveryCodes = named("NewRecoveryCodes", "All earlier ones are invalid.", {
  recoveryCodes: z.array(z.string()).describe("Each signs in once. Never shown again."),
});
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

export const OnlineBot = named("OnlineBot", "A bot account that is online.", {
  id: PLAYER_ID,
  name: z.string(),
});
export type OnlineBot = z.infer<typeof OnlineBot>;

export const RatingPoint = named("RatingPoint", "A rating after a match.", {
  at: moment("When the match ended."),
  value: z.int(),
});
export type RatingPoint = z.infer<typeof RatingPoint>;

export const Rating = named("Rating", "How well a player plays a game.", {
  value: z.int().describe("At first 1200."),
  provisional: z.boolean().describe("Whether the player has fewer than 5 rated matches."),
  matches: z.int().describe("Rated matches."),
  rank: z
    .int()
    .nullable()
    .describe("Their place on the leaderboard, from 1; `null`: none while the rating is provisional."),
});
export type Rating = z.infer<typeof Rating>;

export const PlayedGame = named("PlayedGame", "What a player did in one game.", {
  game: GAME_NAME,
  played: z.int().describe("Matches that are over, whether finished or left."),
  won: z.int(),
  rating: Rating.nullable().describe("`null`: they have no rated match."),
  curve: z
    .array(RatingPoint)
    .describe("The rating after each of the latest 50 rated matches, the oldest first."),
});
export type PlayedGame = z.infer<typeof PlayedGame>;

export const Reputation = named("Reputation", "Matches of all games that a player finished and left.", {
  finished: z.int(),
  left: z
    .int()
    .describe(
      "Those that they conceded while others played on, were removed from, or were away from at the end.",
    ),
  recent: z
    .object({
      ...FINISHES.shape,
      finisher: z
        .boolean()
        .describe(
          "Whether they may sit down where only finishers may, if they have an account: they finished 80 % of these, or have fewer than 5.",
        ),
    })
    .exactOptional()
    .describe("The latest 20 of these matches, or all of fewer. Missing from older servers."),
});
export type Reputation = z.infer<typeof Reputation>;

export const Profile = named("Profile", "A player, as others may know them.", {
  id: PLAYER_ID,
  name: z.string().describe("Their name now; in matches they keep the one that they had."),
  kind: KIND,
  since: moment("When they became a player."),
  games: z
    .array(PlayedGame)
    .describe("Those of which they have finished a match, or left one, in the order of the server's."),
  reputation: Reputation,
});
export type Profile = z.infer<typeof Profile>;

/** Which part of a history. Over `GET` in the query. */
export const HistoryRequest = z.object({
  before: z
    .string()
    .regex(/^\d{1,15}-[A-Za-z0-9]{1,64}$/)
    .optional()
    .describe("`next` of the page before; without it the newest."),
  limit: count(HISTORY_PAGE.max).default(HISTORY_PAGE.default),
});
export type HistoryRequest = z.input<typeof HistoryRequest>;

export const PlayerMatchSeat = named("PlayerMatchSeat", "A seat of a match in a history.", {
  seat: SEAT_NAME,
  kind: TAKEN_KIND,
  name: z.string(),
  player: z
    .string()
    .nullable()
    .describe("The id of their player, who may have been deleted since; `null`: not known."),
});
export type PlayerMatchSeat = z.infer<typeof PlayerMatchSeat>;

export const PlayerMatch = named("PlayerMatch", "A match of a player, as their history tells of it.", {
  match: MATCH_ID,
  game: GAME_NAME,
  preset: z.string(),
  private: z.boolean(),
  invitation: z
    .string()
    .nullable()
    .describe("Of a private match, in the player's own list: what leads to it in place of its id."),
  beganAt: moment(),
  endedAt: moment().nullable().describe("`null`: it goes on."),
  seat: SEAT_NAME,
  seats: z.array(PlayerMatchSeat).describe("In turn order. Empty: the server does not store them any more."),
  outcome: ruled(
    "As in the match's result; `null`: it goes on, or the server does not store it any more.",
  ).nullable(),
  place: z
    .int()
    .nullable()
    .describe(
      "The player's place, 1 is the best; `null`: it goes on, was aborted, or they did not play to its end.",
    ),
  won: z.boolean(),
  left: z.boolean().describe("Whether the player left it, as `left` of their reputation counts."),
  ratingChange: z
    .int()
    .nullable()
    .describe("By how much the player's rating rose; `null`: the match is not rated."),
  unrated: z
    .enum(UNRATED)
    .exactOptional()
    .describe(
      "Why it is not rated for them, though matches of its kind are. `short`: a player gave commands in too few turns; `repeated`: players met " +
        "too often, or came from one network too often, while a rating was provisional; `reversed`: an operator took the rating back.",
    ),
});
export type PlayerMatch = z.infer<typeof PlayerMatch>;

export const MatchHistory = named("MatchHistory", "Matches of a player.", {
  matches: z.array(PlayerMatch).describe("Those that are over, the newest first."),
  next: z.string().nullable().describe("`before` of the next page; `null`: there is none."),
});
/** Matches of a player that are over, the newest first. @typeParam Match with the types of each game, in place of any */
export type MatchHistory<Match = PlayerMatch> = WithMatches<z.infer<typeof MatchHistory>, Match>;

export const MyMatches = named("MyMatches", "The player's own matches, private ones too.", {
  running: z
    .array(PlayerMatch)
    .describe("Those that go on, the latest begun first, at most 50; with `before` none."),
  ...MatchHistory.shape,
});
/** The player's own matches, private ones too. @typeParam Match as in `MatchHistory` */
export type MyMatches<Match = PlayerMatch> = WithMatches<z.infer<typeof MyMatches>, Match>;

type WithMatches<History, Match> = {
  [K in keyof History]: History[K] extends PlayerMatch[] ? Match[] : History[K];
};

/** Which page of a game's leaderboard. Over `GET` in the query. */
export const LeaderboardRequest = z.object({ game: WANTED_GAME, page: count(100_000).default(1) });
export type LeaderboardRequest = z.input<typeof LeaderboardRequest>;

export const LeaderboardEntry = named("LeaderboardEntry", "A player on a leaderboard.", {
  rank: z.int().describe("From 1. Players with equal ratings share a rank."),
  id: PLAYER_ID,
  name: z.string(),
  rating: z.int(),
  matches: z.int().describe("Rated matches of this game."),
  won: z.int().describe("Those of them that they won."),
});
export type LeaderboardEntry = z.infer<typeof LeaderboardEntry>;

/** The accounts whose rating in a game is not provisional, the best first. */
export const Leaderboard = named("Leaderboard", "The best players of a game.", {
  entries: z.array(LeaderboardEntry),
  total: z.int().describe("Players on all pages."),
  page: z.int().describe("Which page this is: 1 to `pages`. One beyond the last is the last."),
  pages: z.int().describe("At least 1."),
});
export type Leaderboard = z.infer<typeof Leaderboard>;
