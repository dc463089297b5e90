import { BOT_KINDS, CLOCK_PROFILES, HISTORY_PAGE, START_MODES } from "@flower-war/protocol";
import { LANGUAGES } from "@flower-war/rules/texts";
import { z } from "zod";

/*
 * Formats of request bodies and queries, which protocol/ describes. Unknown fields are ignored. Descriptions are for the document of the
 * HTTP API.
 */

const HOUR = 3_600_000;
const MONTH = 30 * 24 * HOUR;

/** Says in the document what a query has as digits, or as a word, and a body as such. */
const asQuery = (json: object) => ({
  override: ({ jsonSchema }: { jsonSchema: object }) => {
    for (const key of ["anyOf", "pattern"]) Reflect.deleteProperty(jsonSchema, key);
    Object.assign(jsonSchema, json);
  },
});

/** A number from 0 in a query. */
const DIGITS = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
  .meta(asQuery({ type: "integer", minimum: 0, maximum: 999_999_999 }));

const OWN_VERSION = "The number of the protocol that you speak; without it 0 (docs/compatibility.md).";

/** A further field in the body of every request for a reservation (`VersionedRequest`). */
export const VERSIONED = z.object({ protocolVersion: z.int().min(0).optional().describe(OWN_VERSION) });

/** The same in the query of a stream. */
export const VERSIONED_QUERY = z.object({ protocolVersion: DIGITS.optional().describe(OWN_VERSION) });

/** A name to show to others; `requireName` says which it may be. */
const NAME = z.string().describe("As others see it: 1 to 24 characters.");

const GAME = z.string().describe("The game's name, as `GET /api/games` lists it.");

/** A number of seats; the game says how many it takes. */
const SEATS = z.int().min(0).max(100);

/** The format of `ClockSettings`, whose values `ClockRules` describes. */
export const CLOCK = z
  .strictObject({
    profile: z
      .enum(CLOCK_PROFILES)
      .describe("`none`: the match waits without limit, and takes no other field."),
    turn: z.int().min(1000).max(MONTH).optional().describe("ms for a turn."),
    reserve: z.int().min(0).max(MONTH).optional().describe("ms beyond that, for the whole match."),
    increment: z.int().min(0).max(HOUR).optional().describe("ms that each command adds to the reserve."),
    warning: z.int().min(0).max(MONTH).optional().describe("ms before the end of both; at most `turn`."),
    awayAfter: z.int().min(1).max(100).optional().describe("Missed turns after which a player is away."),
    away: z.enum(["bot", "fallback", "forfeit"]).optional().describe("Who plays an away player's seat."),
  })
  .meta({ id: "ClockSettings" });

/** A primary tag of BCP 47, as ISO 639 has them. */
const LANGUAGE = z
  .string()
  .regex(/^[a-z]{2,3}$/)
  .describe("In which people talk at the table, as BCP 47 has it: `en`.");

export const CREATE = z.object({
  game: GAME,
  options: z
    .record(z.string(), z.unknown())
    .default({})
    .describe("Host options; those of `GET /api/games`. Missing ones have the game's defaults."),
  seats: SEATS.optional().describe("Default: the game's."),
  bots: z
    .union([SEATS, z.array(z.enum(BOT_KINDS)).max(100)])
    .default(0)
    .describe("How many seats easy bots take, or the kind of each."),
  private: z.boolean().default(false).describe("Listed nowhere; others need its invitation."),
  clock: CLOCK.optional().describe("Default: `relaxed` in a public match with seats for others, else none."),
  start: z.enum(START_MODES).default("full").describe("When the match begins."),
  silent: z.boolean().default(false).describe("Nobody can talk at this table."),
  openNonces: z
    .boolean()
    .default(false)
    .describe("Takes nonces that are not sealed too, as clients of version 0.2 send them."),
  language: LANGUAGE.optional(),
  name: NAME,
});

export const SEAT = z
  .object({
    name: NAME.optional().describe("Takes a new seat under this name."),
    seat: z
      .string()
      .optional()
      .describe("With `name` or `own`: which; default: the first open one, or your first."),
    token: z.string().optional().describe("Takes the seat again that this token was given with."),
    renew: z
      .string()
      .regex(/^[A-Za-z0-9_-]{16,64}$/)
      .optional()
      .describe(
        "Random, the same in a repeated request: it gets the same seat. With `token` or `own` the seat gets a new token, and all earlier ones become invalid.",
      ),
    own: z.literal(true).optional().describe("Takes a seat that the player has taken, on any device."),
    spectate: z.literal(true).optional().describe("Watches."),
  })
  .refine(
    ({ name, token, own, spectate }) =>
      [name, token, own, spectate].filter((given) => given !== undefined).length === 1,
  )
  .refine(({ spectate, renew }) => renew === undefined || spectate === undefined, { path: ["renew"] });

export const PLAYER = z.object({
  name: NAME,
  bot: z.boolean().default(false).describe("The player is a program, for ever."),
});

export const RENAME = z.object({ name: NAME });

export const REMATCH = z.object({ token: z.string().describe("Of your seat in the finished match.") });

const BASE64URL = z.string().regex(/^[A-Za-z0-9_-]+$/);

/** `PasskeyResponse`. What is missing in `response` makes the passkey a bad one. */
const PASSKEY_RESPONSE = z.object({
  id: BASE64URL,
  rawId: BASE64URL,
  type: z.literal("public-key"),
  response: z.record(z.string(), z.unknown()),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
});

export const PASSKEY = z.object({ response: PASSKEY_RESPONSE });

export const SIGN_IN = z
  .object({ response: PASSKEY_RESPONSE.optional(), recoveryCode: z.string().optional() })
  .refine(({ response, recoveryCode }) => (response === undefined) !== (recoveryCode === undefined));

/** A language in which notices are written. */
const NOTICE_LANGUAGE = z.enum(LANGUAGES);

/** The language in which games are described; default: they are not. */
export const GAMES = z.object({ words: NOTICE_LANGUAGE.optional() });

/** `PushRequest`: a key of 65 bytes and a secret of 16. */
export const PUSH = z.object({
  subscription: z.object({
    endpoint: z.string(),
    keys: z.object({ p256dh: BASE64URL.length(87), auth: BASE64URL.length(22) }),
  }),
  language: NOTICE_LANGUAGE,
});

export const MAIL = z.object({ address: z.string().trim(), language: NOTICE_LANGUAGE });

export const MAIL_LINK = z.object({ token: z.string() });

/** A whole number, in a query as digits. */
const count = (max: number) =>
  z
    .union([
      z.int(),
      z
        .string()
        .regex(/^\d{1,6}$/)
        .transform(Number),
    ])
    .pipe(z.int().min(1).max(max))
    .meta(asQuery({ type: "integer", minimum: 1, maximum: max }));

/** `LobbyRequest`, also from a query. */
export const LOBBY = z.object({
  game: GAME.optional(),
  preset: z.string().optional().describe("A preset of the game, or of any game."),
  speed: z.enum(CLOCK_PROFILES).optional().describe("Of the match's clocks."),
  free: count(6).optional().describe("Open seats, at least."),
  temple: z
    .union([z.boolean(), z.stringbool({ truthy: ["true"], falsy: ["false"] })])
    .meta(asQuery({ type: "boolean" }))
    .optional()
    .describe("Whether a seat is local to a temple."),
  language: LANGUAGE.optional(),
  status: z.enum(["gathering", "playing"]).optional(),
  page: count(100_000).default(1).describe("One beyond the last is the last."),
});

/** The number of the entry, or line, after which to go on. */
export const AFTER = z.object({
  after: DIGITS.optional().describe("The number of the last entry, or line, that you have."),
});

/** `HistoryRequest` in a query. */
export const HISTORY = z.object({
  before: z
    .string()
    .regex(/^\d{1,15}-[A-Za-z0-9]{1,64}$/)
    .optional()
    .describe("`next` of the page before; without it the newest."),
  limit: count(HISTORY_PAGE.max).default(HISTORY_PAGE.default),
});

/** `LeaderboardRequest` in a query. */
export const LEADERBOARD = z.object({ game: GAME, page: count(100_000).default(1) });

export const QUICK_PLAY = z.object({ game: GAME, name: NAME, language: LANGUAGE.optional() });
