import {
  type Leaderboard,
  type LeaderboardEntry,
  type MatchHistory,
  type MyMatches,
  type Notices,
  type OnlineBot,
  PLAYER_KINDS,
  type PlayedGame,
  type Player,
  type PlayerMatch,
  type PlayerMatchSeat,
  type Profile,
  type PushSubscriptionInfo,
  type Rating,
  type RatingPoint,
  type RecoveryCodes,
  type Reputation,
  type SignInMeans,
} from "@flower-war/protocol";
import { z } from "zod";
import { GAME_NAME, MATCH_ID, SEAT_NAME } from "./match-schemas.ts";
import { moment, ruled, schemaOf } from "./schema.ts";

/* Answers about players, as protocol/src/http.ts, profiles.ts and notices.ts declare them. */

const PLAYER_ID = z.string().describe("The player's id: 12 letters and digits.");
const KIND = z
  .enum(PLAYER_KINDS)
  .describe("`guest`: known by a token alone; `account`: by passkeys too; `bot`: a program.");

export const PLAYER = schemaOf<Player>()("Player", "A player, as they alone get to know themselves.", {
  id: PLAYER_ID,
  name: z.string(),
  kind: KIND,
  token: z.string().describe("Proves who the player is: the bearer token of their requests. Keep it secret."),
});

export const PASSKEY_OPTIONS = z
  .looseObject({ challenge: z.string().describe("Good for one answer within 5 minutes.") })
  .meta({ id: "PasskeyOptions", description: "What a browser is asked about a passkey (WebAuthn)." });

export const RECOVERY_CODES = schemaOf<RecoveryCodes>()("NewRecoveryCodes", "All earlier ones are invalid.", {
  recoveryCodes: z.array(z.string()).describe("Each signs in once. Never shown again."),
});

export const PASSKEY_ADDED = z
  .object({
    player: PLAYER,
    recoveryCodes: z.array(z.string()).describe("With the first passkey; else empty."),
  })
  .meta({ id: "PasskeyAdded", description: "A player with a new passkey." });

export const SIGN_IN_MEANS = schemaOf<SignInMeans>()("SignInMeans", "How a player can sign in.", {
  passkeys: z.array(
    z.object({ id: z.string(), createdAt: moment(), usedAt: moment() }).meta({ id: "Passkey" }),
  ),
  recoveryCodes: z.int().describe("How many are left."),
});

export const ONLINE_BOT = schemaOf<OnlineBot>()("OnlineBot", "A bot account that is online.", {
  id: PLAYER_ID,
  name: z.string(),
});

const RATING_POINT = schemaOf<RatingPoint>()("RatingPoint", "A rating after a match.", {
  at: moment("When the match ended."),
  value: z.int(),
});

const RATING = schemaOf<Rating>()("Rating", "How well a player plays a game.", {
  value: z.int(),
  provisional: z.boolean(),
  matches: z.int().describe("Rated matches."),
  rank: z.int().nullable().describe("Their place on the leaderboard; `null`: none yet."),
});

const PLAYED_GAME = schemaOf<PlayedGame>()("PlayedGame", "What a player did in one game.", {
  game: GAME_NAME,
  played: z.int(),
  won: z.int(),
  rating: RATING.nullable(),
  curve: z
    .array(RATING_POINT)
    .describe("The rating after each of the latest 50 rated matches, the oldest first."),
});

const REPUTATION = schemaOf<Reputation>()("Reputation", "Matches that a player finished and left.", {
  finished: z.int(),
  left: z.int(),
});

export const PROFILE = schemaOf<Profile>()("Profile", "A player, as everybody may know them.", {
  id: PLAYER_ID,
  name: z.string(),
  kind: KIND,
  since: moment("When they became a player."),
  games: z.array(PLAYED_GAME),
  reputation: REPUTATION,
});

const PLAYER_MATCH_SEAT = schemaOf<PlayerMatchSeat>()("PlayerMatchSeat", "A seat of a match in a history.", {
  seat: SEAT_NAME,
  kind: z.enum(["human", "bot", "bot-account"]),
  name: z.string(),
  player: z.string().nullable(),
});

const PLAYER_MATCH = schemaOf<PlayerMatch>()(
  "PlayerMatch",
  "A match of a player, as their history tells of it.",
  {
    match: MATCH_ID,
    game: GAME_NAME,
    preset: z.string(),
    private: z.boolean(),
    invitation: z.string().nullable().describe("Of a private match, in the player's own list."),
    beganAt: moment(),
    endedAt: moment().nullable().describe("`null`: it goes on."),
    seat: SEAT_NAME,
    seats: z.array(PLAYER_MATCH_SEAT),
    outcome: ruled("As in the match's result.").nullable(),
    place: z.int().nullable().describe("The player's place, 1 is the best."),
    won: z.boolean(),
    left: z.boolean(),
    ratingChange: z.int().nullable(),
  },
);

const HISTORY_FIELDS = {
  matches: z.array(PLAYER_MATCH).describe("Those that are over, the newest first."),
  next: z.string().nullable().describe("`before` of the next page; `null`: there is none."),
};

export const MATCH_HISTORY = schemaOf<MatchHistory>()("MatchHistory", "Matches of a player.", HISTORY_FIELDS);

export const MY_MATCHES = schemaOf<MyMatches>()("MyMatches", "The player's own matches, private ones too.", {
  running: z.array(PLAYER_MATCH).describe("Those that go on, at most 50; with `before` none."),
  ...HISTORY_FIELDS,
});

const LEADERBOARD_ENTRY = schemaOf<LeaderboardEntry>()("LeaderboardEntry", "A player on a leaderboard.", {
  rank: z.int(),
  id: PLAYER_ID,
  name: z.string(),
  rating: z.int(),
  matches: z.int(),
  won: z.int(),
});

export const LEADERBOARD = schemaOf<Leaderboard>()("Leaderboard", "The best players of a game.", {
  entries: z.array(LEADERBOARD_ENTRY),
  total: z.int(),
  page: z.int(),
  pages: z.int(),
});

const SUBSCRIPTION = schemaOf<PushSubscriptionInfo>()(
  "PushSubscriptionInfo",
  "A browser that shows notices.",
  {
    id: z.string(),
    endpoint: z.string(),
    createdAt: moment(),
  },
);

export const NOTICES = schemaOf<Notices>()("Notices", "How a player is told that it is their turn.", {
  push: z
    .object({
      key: z.string().describe("What browsers take as `applicationServerKey`."),
      subscriptions: z.array(SUBSCRIPTION),
    })
    .meta({ id: "PushNotices" })
    .nullable()
    .describe("By Web Push; `null`: this server sends none."),
  mail: z
    .object({ address: z.string().nullable(), confirmed: z.boolean() })
    .meta({ id: "MailNotices" })
    .nullable()
    .describe("By e-mail; `null`: this server sends none."),
});
