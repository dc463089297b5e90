import { z } from "zod";
import { ADMISSIONS, CLOCK_PROFILES, HAND_OVERS, MATCH_STATUSES } from "../vocabulary.ts";
import {
  CODE,
  count,
  flag,
  GAME_NAME,
  list,
  MATCH_ID,
  moment,
  named,
  PRESET,
  TABLE_LANGUAGE,
  TABLE_TITLE,
  UNWATCHED,
  WANTED_GAME,
  WANTED_LANGUAGE,
  WATCH_DELAY,
} from "./basics.ts";

/* The list of matches. */

/** Which page of which listed matches; a missing field selects all. Over `GET` in the query. */
export const LobbyRequest = z.object({
  game: WANTED_GAME.optional(),
  preset: z.string().optional().describe("A preset of the game, or of any game."),
  speed: z.enum(CLOCK_PROFILES).optional().describe("Of the match's clocks."),
  free: count(6).optional().describe("Open seats, at least."),
  temple: flag().optional().describe("Whether a seat is local to a temple."),
  language: WANTED_LANGUAGE.optional(),
  status: z.enum(["gathering", "playing"]).optional(),
  page: count(100_000).default(1).describe("One beyond the last is the last."),
});
export type LobbyRequest = z.input<typeof LobbyRequest>;

/** One public match that can be joined or watched, as the lobby lists it. `ListingState` has the same fields, synced, and their defaults. */
export const Listing = named("Listing", "A public match that can be joined or watched.", {
  id: MATCH_ID,
  code: CODE,
  game: GAME_NAME,
  status: z.enum(MATCH_STATUSES),
  seats: z.int().describe("Seats of the match."),
  open: z.int().describe("Seats that are still open."),
  host: z.string().describe("The name of the player who hosts it."),
  preset: PRESET,
  speed: z.enum(CLOCK_PROFILES).describe("How fast it is played."),
  people: list(z.string()).describe("The names of the people who have seats, in turn order."),
  temple: z.boolean().describe("Whether a seat is local to a temple."),
  createdAt: moment(),
  replaceable: z
    .int()
    .describe(
      "Seats of bots that a person may take though the match has begun: those of a countdown, before the first command.",
    ),
  silent: z.boolean().describe("Whether the table has no chat."),
  language: TABLE_LANGUAGE,
  bots: list(z.string()).describe("The names of the bot accounts that have seats, in turn order."),
  admission: z.enum(ADMISSIONS).describe("Who may sit down. `invited`: no seat is listed as open."),
  title: TABLE_TITLE,
  watchDelay: WATCH_DELAY,
  unwatched: UNWATCHED,
  takeBacks: z.boolean().describe("Whether acts can be taken back."),
  pauses: z.int().describe("Seconds of the longest pause; 0: there are none."),
  holidays: z.int().describe("Days that a player may take off in 30; 0: none."),
  handOvers: z.enum(HAND_OVERS).describe("Whether seats may be handed over in play."),
  judges: z.boolean().describe("Whether the host may name a judge."),
});
export type Listing = z.infer<typeof Listing>;

/** One page of the listed matches that a filter selects, in the lobby's order. */
export const TablePage = named("TablePage", "A page of the list of matches.", {
  tables: list(Listing),
  total: z.int().describe("Matches on all pages."),
  page: z.int().describe("Which page this is: 1 to `pages`."),
  pages: z.int().describe("At least 1."),
});
export type TablePage = Readonly<z.infer<typeof TablePage>>;

/** A line of the lobby's stream: the page as it is now. The last line says that the server ends. */
export const LobbyLine = z
  .discriminatedUnion("type", [
    z.object({ type: z.literal("tables"), ...TablePage.shape }).meta({ id: "TablesLine" }),
    z
      .object({ type: z.literal("end"), code: z.literal("moved"), resume: z.literal(true) })
      .meta({ id: "LobbyEndLine" }),
  ])
  .meta({
    id: "LobbyLine",
    description: "A line of the lobby's stream: the page as it is now; at last why the stream ends.",
  });
export type LobbyLine = z.infer<typeof LobbyLine>;
