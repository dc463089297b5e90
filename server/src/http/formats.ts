import { BOT_KINDS, CLOCK_PROFILES, HISTORY_PAGE, START_MODES } from "@flower-war/protocol";
import { LANGUAGES } from "@flower-war/rules/texts";
import { z } from "zod";

/* Formats of request bodies and queries, which protocol/ describes. Unknown fields are ignored. */

const HOUR = 3_600_000;
const MONTH = 30 * 24 * HOUR;

/** A name to show to others; `requireName` says which it may be. */
const NAME = z.string();

/** A number of seats; the game says how many it takes. */
const SEATS = z.int().min(0).max(100);

/** The format of `ClockSettings`, whose values `ClockRules` describes. */
export const CLOCK = z.strictObject({
  profile: z.enum(CLOCK_PROFILES),
  turn: z.int().min(1000).max(MONTH).optional(),
  reserve: z.int().min(0).max(MONTH).optional(),
  increment: z.int().min(0).max(HOUR).optional(),
  warning: z.int().min(0).max(MONTH).optional(),
  awayAfter: z.int().min(1).max(100).optional(),
  away: z.enum(["bot", "fallback", "forfeit"]).optional(),
});

/** A primary tag of BCP 47, as ISO 639 has them. */
const LANGUAGE = z.string().regex(/^[a-z]{2,3}$/);

export const CREATE = z.object({
  game: z.string(),
  options: z.record(z.string(), z.unknown()).default({}),
  seats: SEATS.optional(),
  bots: z.union([SEATS, z.array(z.enum(BOT_KINDS)).max(100)]).default(0),
  private: z.boolean().default(false),
  clock: CLOCK.optional(),
  start: z.enum(START_MODES).default("full"),
  silent: z.boolean().default(false),
  language: LANGUAGE.optional(),
  name: NAME,
});

export const SEAT = z
  .object({
    name: NAME.optional(),
    seat: z.string().optional(),
    token: z.string().optional(),
    renew: z
      .string()
      .regex(/^[A-Za-z0-9_-]{16,64}$/)
      .optional(),
    own: z.literal(true).optional(),
    spectate: z.literal(true).optional(),
  })
  .refine(
    ({ name, token, own, spectate }) =>
      [name, token, own, spectate].filter((given) => given !== undefined).length === 1,
  )
  .refine(({ token, own, renew }) => renew === undefined || token !== undefined || own === true, {
    path: ["renew"],
  });

export const PLAYER = z.object({ name: NAME, bot: z.boolean().default(false) });

export const RENAME = z.object({ name: NAME });

export const REMATCH = z.object({ token: z.string() });

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
    .pipe(z.int().min(1).max(max));

/** `LobbyRequest`, also from a query. */
export const LOBBY = z.object({
  game: z.string().optional(),
  preset: z.string().optional(),
  speed: z.enum(CLOCK_PROFILES).optional(),
  free: count(6).optional(),
  temple: z.union([z.boolean(), z.stringbool({ truthy: ["true"], falsy: ["false"] })]).optional(),
  language: LANGUAGE.optional(),
  status: z.enum(["gathering", "playing"]).optional(),
  page: count(100_000).default(1),
});

/** The number of the entry, or line, after which to go on. */
export const AFTER = z.object({
  after: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .optional(),
});

/** `HistoryRequest` in a query. */
export const HISTORY = z.object({
  before: z
    .string()
    .regex(/^\d{1,15}-[A-Za-z0-9]{1,64}$/)
    .optional(),
  limit: count(HISTORY_PAGE.max).default(HISTORY_PAGE.default),
});

/** `LeaderboardRequest` in a query. */
export const LEADERBOARD = z.object({ game: z.string(), page: count(100_000).default(1) });

export const QUICK_PLAY = z.object({ game: z.string(), name: NAME, language: LANGUAGE.optional() });
