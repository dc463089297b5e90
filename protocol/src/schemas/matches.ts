import { z } from "zod";
import { SERVER_LIMITS } from "../limits.ts";
import { ADMISSIONS, BOT_KINDS, HAND_OVERS, START_MODES } from "../vocabulary.ts";
import {
  CODE,
  GAME_NAME,
  GAME_VERSION,
  HEX_64,
  MATCH_ID,
  moment,
  NAME,
  named,
  PRESET,
  ruled,
  SEAT_KIND,
  SEAT_NAME,
  START,
  TABLE_LANGUAGE,
  TABLE_TITLE,
  TAKEN_KIND,
  UNWATCHED,
  WANTED_GAME,
  WANTED_LANGUAGE,
  WANTED_TITLE,
  WATCH_DELAY,
} from "./basics.ts";
import { ClockRules, ClockSettings } from "./clocks.ts";

/* Creating matches, taking seats, looking matches up. */

/** A number of seats; the game says how many it takes. */
const SEATS = z.int().min(0).max(100);

/** s: the delays with which spectators may be shown a match. */
const WATCH_DELAYS = { least: 30, most: 300 } as const;

/** A preset that a request names. */
const WANTED_PRESET = z.string().max(100);

export const CreateRequest = z.object({
  game: WANTED_GAME,
  preset: WANTED_PRESET.optional().describe(
    "A preset of the game, of `GET /api/games`, whose options the match has but for those in `options`.",
  ),
  options: z
    .record(z.string(), z.unknown())
    .default({})
    .describe(
      "Host options; those of `GET /api/games`. Missing ones are the preset's, or the game's defaults.",
    ),
  seats: SEATS.optional().describe("Default: the game's."),
  bots: z
    .union([SEATS, z.array(z.literal([...BOT_KINDS, null])).max(100)])
    .default(0)
    .describe(
      "How many seats easy bots take, or for each seat after yours the kind of its bot; `null`: it is open, as all are that the list does not reach.",
    ),
  private: z.boolean().default(false).describe("Listed nowhere; others need its invitation."),
  clock: ClockSettings.optional().describe(
    "Default: `relaxed` in a public match with seats for others, else none.",
  ),
  start: z.enum(START_MODES).default("full").describe("When the match begins."),
  silent: z.boolean().default(false).describe("The table has no chat."),
  watchDelay: z
    .union([z.literal(0), z.int().min(WATCH_DELAYS.least).max(WATCH_DELAYS.most)])
    .default(0)
    .describe(
      "Seconds after which spectators are shown what happens once the match has begun: 0 or 30 to 300. Until then its end is shown nowhere else either.",
    ),
  unwatched: z.boolean().default(false).describe("The table takes no spectators; not with a `watchDelay`."),
  admission: z
    .enum(ADMISSIONS)
    .default("anyone")
    .describe(
      "Who may sit down besides you: anyone, players with an account, or who has the `invitation` of the answer. Its host may change it (`set-policy`).",
    ),
  openNonces: z
    .boolean()
    .default(false)
    .describe(
      "Takes nonces that are not sealed too, as clients of version 0.2 send them; else they are refused with `seal-required` (docs/fair-dice.md).",
    ),
  takeBacks: z
    .boolean()
    .default(false)
    .describe(
      "Seats may take back an act by which nothing was revealed. Not at a public table with clocks, which may be rated: `may-be-rated`; nor in a game that does not say which of its events reveal nothing: `no-take-backs`.",
    ),
  pauses: z
    .union([z.literal(0), z.int().min(SERVER_LIMITS.pauses.least).max(SERVER_LIMITS.pauses.mostByDays)])
    .default(0)
    .describe(
      "Seconds of the longest pause on which the people may agree, and of the most time that they may give a seat at once: 0, which allows neither, or 30 to 3600, with clocks by days to 1209600. Only with clocks.",
    ),
  holidays: z
    .int()
    .min(0)
    .max(SERVER_LIMITS.holidays.most)
    .default(0)
    .describe(
      "Days that each player may take off in any 30, on which their clock stands: 0 to 7. Only with clocks by days.",
    ),
  handOvers: z
    .enum(HAND_OVERS)
    .default("no")
    .describe(
      "Whether players may hand their seats to other people in play (`offer-seat`): `no`, `yes`, or `asks`: unless another person at the table objects within 30 seconds. Not at a public table with clocks, which may be rated: `may-be-rated`.",
    ),
  judges: z
    .boolean()
    .default(false)
    .describe(
      "The host may name a judge in play (`seek-judge`). Not at a public table with clocks, which may be rated: `may-be-rated`; nor at one that is watched with a delay or not at all.",
    ),
  language: WANTED_LANGUAGE.optional(),
  title: WANTED_TITLE.default(""),
  name: NAME,
});
export type CreateRequest = z.input<typeof CreateRequest>;

export const QuickPlayRequest = z.object({
  game: WANTED_GAME,
  preset: WANTED_PRESET.optional().describe(
    "Only a match with this preset of the game. Default: any match of the game, or a new one with the game's defaults.",
  ),
  name: NAME,
  language: WANTED_LANGUAGE.optional(),
});
export type QuickPlayRequest = z.input<typeof QuickPlayRequest>;

/**
 * Exactly one of: a new seat (`name`, optionally with `seat`), a seat held before (`token`), one that is handed over (`token` and `name`), the
 * player's own seat, wherever they took it (`own`, optionally with `seat`), no seat (`spectate`).
 */
export const SeatRequest = z
  .object({
    name: NAME.optional().describe("Takes a new seat under this name."),
    seat: z
      .string()
      .optional()
      .describe("With `name` or `own`: which; default: the first open one, or your first."),
    token: z
      .string()
      .optional()
      .describe(
        "Takes the seat again that this token was given with. With `name`: takes over the seat that its player hands over with this token.",
      ),
    renew: z
      .string()
      .regex(/^[A-Za-z0-9_-]{16,64}$/)
      .optional()
      .describe(
        "Random, the same in a repeated request: it gets the same seat, and disconnects no client there. With `token` or `own` the seat gets a new token, and all earlier ones become invalid.",
      ),
    own: z
      .literal(true)
      .optional()
      .describe(
        "Takes a seat that the player has taken, on any device; a client in it is disconnected, and earlier tokens become invalid.",
      ),
    spectate: z.literal(true).optional().describe("Watches."),
  })
  .refine(
    ({ name, token, own, spectate }) =>
      [token === undefined ? name : undefined, token, own, spectate].filter((given) => given !== undefined)
        .length === 1,
  )
  .refine(({ spectate, renew }) => renew === undefined || spectate === undefined, { path: ["renew"] });
export type SeatRequest = z.input<typeof SeatRequest>;

export const RematchRequest = z.object({
  token: z.string().describe("Of your seat in the finished match."),
});
export type RematchRequest = z.input<typeof RematchRequest>;

/** A Colyseus seat reservation: what `Client.consumeSeatReservation` of `@colyseus/sdk` takes. */
export const Reservation = named(
  "Reservation",
  "A reservation for a WebSocket, good for 15 seconds: what Colyseus' `consumeSeatReservation` takes. The JSON API needs none.",
  {
    name: z.string(),
    roomId: z.string(),
    processId: z.string(),
    sessionId: z.string(),
    publicAddress: z.string().exactOptional(),
    protocolVersion: z.int().exactOptional().describe("The server's number of the protocol; missing: 0."),
  },
);
export type Reservation = z.infer<typeof Reservation>;

export const SeatReservation = named("SeatReservation", "A seat in a match, or a place to watch it from.", {
  match: MATCH_ID,
  code: CODE,
  invitation: z
    .string()
    .nullable()
    .describe(
      "Of a private match: what others join, watch and look it up by, in place of its id; of a public one with `invited` seats, what others sit down by. One word with 128 random bits. Secret: pass it on to whom you invite. `null`: none is needed, or the match is older than invitations.",
    ),
  game: GAME_NAME,
  version: GAME_VERSION.exactOptional(),
  seat: z.string().nullable().describe("Your seat; `null`: you watch."),
  token: z
    .string()
    .nullable()
    .describe(
      "Proves that the seat is yours: the bearer token of its requests. Store it, and keep it secret. `null`: you watch.",
    ),
  commitment: HEX_64.describe("What the server commits itself to before it takes any nonce."),
  reservation: Reservation,
});
export type SeatReservation = z.infer<typeof SeatReservation>;

export const TableSeat = named("TableSeat", "A seat of a match that is not over.", {
  seat: SEAT_NAME,
  kind: SEAT_KIND,
  name: z.string(),
  connected: z.boolean(),
  temple: z.string().describe("The temple that the seat is local to. Empty: none."),
  ready: z.boolean(),
  host: z.boolean(),
});
export type TableSeat = z.infer<typeof TableSeat>;

const OPTIONS = ruled("The host options, complete.");

/** A match that is not over. Whoever sees it may also watch, unless it is `unwatched`. */
export const TableSummary = named("TableSummary", "A match that is not over.", {
  status: z.enum(["gathering", "playing"]),
  private: z.boolean(),
  silent: z.boolean().describe("The table has no chat."),
  watchDelay: WATCH_DELAY.exactOptional(),
  unwatched: UNWATCHED.exactOptional(),
  takeBacks: z.boolean().exactOptional().describe("Acts can be taken back. Missing from older servers: not."),
  pauses: z
    .int()
    .exactOptional()
    .describe("Seconds of the longest pause; 0, and missing from older servers: there are none."),
  holidays: z
    .int()
    .exactOptional()
    .describe("Days that a player may take off in 30; 0, and missing from older servers: none."),
  handOvers: z
    .enum(HAND_OVERS)
    .exactOptional()
    .describe("Whether seats may be handed over in play. Missing from older servers: `no`."),
  judges: z
    .boolean()
    .exactOptional()
    .describe("Whether the host may name a judge. Missing from older servers: not."),
  language: TABLE_LANGUAGE,
  title: TABLE_TITLE.exactOptional(),
  codeShown: z.boolean().describe("Whether others can join by the short code."),
  admission: z
    .enum(ADMISSIONS)
    .exactOptional()
    .describe("Who may sit down. Missing from older servers: anyone."),
  preset: PRESET,
  minutes: z.number().nullable().describe("Expected minutes of such a match; `null`: not measured."),
  options: OPTIONS,
  changed: z.array(z.string()).describe("The options that are not the game's defaults."),
  clock: ClockRules.nullable().describe("`null`: no clocks."),
  start: START,
  startsAt: moment("When bots take the open seats; 0: there is no countdown."),
  seats: z.array(TableSeat).describe("In turn order."),
  free: z
    .array(z.string())
    .describe(
      "The seats that can be taken now: open ones while it gathers, later those of bots that people may still replace.",
    ),
  createdAt: moment(),
});
export type TableSummary = z.infer<typeof TableSummary>;

export const MatchResultSeat = named("MatchResultSeat", "A seat of a finished match.", {
  seat: SEAT_NAME,
  kind: TAKEN_KIND,
  name: z.string(),
  player: z
    .string()
    .exactOptional()
    .describe("The id of its player, who may have been deleted since; missing: not known."),
  ratingChange: z
    .number()
    .nullable()
    .exactOptional()
    .describe(
      "By how many points the match changed its player's rating; `null`: it is not rated for them. Missing until that is settled, if no player is known, and from older servers.",
    ),
});
export type MatchResultSeat = z.infer<typeof MatchResultSeat>;

export const MatchResult = named("MatchResult", "How a match went.", {
  version: GAME_VERSION.exactOptional(),
  options: OPTIONS,
  seats: z.array(MatchResultSeat).describe("In turn order."),
  outcome: ruled("The game's outcome, standings included."),
  entries: z.int().describe("Number of entries."),
  createdAt: moment(),
  beganAt: moment("When the last seat was taken and the dice were fixed."),
  endedAt: moment(),
  rematch: z.string().exactOptional().describe("The id of the match in which it was played again."),
  record: z
    .boolean()
    .describe(
      "Whether the match's record can be downloaded. It is stored for a shorter time than the result.",
    ),
});
export type MatchResult = z.infer<typeof MatchResult>;

/** What may be known of a match by the name that it is asked by. By its id alone, a private match has no `table` and no `result`. */
export const MatchSummary = named(
  "MatchSummary",
  "What may be known of a match by the name it is asked by.",
  {
    match: MATCH_ID,
    code: CODE,
    game: z.string(),
    over: z.boolean(),
    closed: z
      .boolean()
      .exactOptional()
      .describe(
        "Of a match that is over: whether it can no longer be joined or watched, as it can for some minutes. Missing by its id alone if it is private, and from older servers.",
      ),
    table: TableSummary.exactOptional().describe("How it is now; missing when it is over."),
    result: MatchResult.exactOptional().describe(
      "How it ended; missing while it is not over, and if it never began.",
    ),
  },
);
export type MatchSummary = z.infer<typeof MatchSummary>;
