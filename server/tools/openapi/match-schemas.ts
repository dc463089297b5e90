import {
  CLOCK_PROFILES,
  type ClockRules,
  type GameName,
  type Listing,
  type LobbyLine,
  MATCH_STATUSES,
  type MatchResult,
  type MatchResultSeat,
  type MatchSummary,
  type Reservation,
  type SeatReservation,
  START_MODES,
  type TablePage,
  type TableSeat,
  type TableSummary,
} from "@flower-war/protocol";
import { z } from "zod";
import { HEX_64, moment, ms, ruled, linesOf, schemaOf } from "./schema.ts";

/* Answers about matches and the lobby, as protocol/src/http.ts and lobby.ts declare them. */

/** A game's name: of one of ours, or of another one that the server hosts. */
export const GAME_NAME = z
  .string()
  .describe("The game's name, as `GET /api/games` lists it.") as unknown as z.ZodType<GameName>;

export const MATCH_ID = z.string().describe("The match's id.");
export const CODE = z.string().describe("The match's short code: 4 characters that are easy to read out.");
export const SEAT_NAME = z.string().describe("The seat's name, e.g. `east`.");
export const SEAT_KIND = z
  .enum(["open", "human", "bot", "bot-account"])
  .describe("Who has the seat. `bot`: one of the server's own; `bot-account`: a player that is a program.");
const TAKEN_KIND = z.enum(["human", "bot", "bot-account"]);
export const STATUS = z.enum(MATCH_STATUSES);
export const START = z
  .enum(START_MODES)
  .describe(
    "When the match begins: when all seats are taken, when its host starts it, or after a countdown.",
  );
const UNFINISHED = z.enum(["gathering", "playing"]);
const LANGUAGE = z.string().describe("In which people talk there, as BCP 47 has it. Empty: unknown.");
const PRESET = z.string().describe("The preset of the game that has its options. Empty: it has others.");
const INVITATION = z
  .string()
  .nullable()
  .describe("Of a private match: what others join, watch and look it up by, in place of its id. Secret.");
const OPTIONS = ruled("The host options, complete.");

export const RESERVATION = schemaOf<Reservation>()(
  "Reservation",
  "A reservation for a WebSocket, good for 15 seconds: what Colyseus' `consumeSeatReservation` takes. The JSON API needs none.",
  {
    name: z.string(),
    roomId: z.string(),
    processId: z.string(),
    sessionId: z.string(),
    publicAddress: z.string().optional(),
    protocolVersion: z.int().optional().describe("The server's number of the protocol."),
  },
);

export const SEAT_RESERVATION = schemaOf<SeatReservation>()(
  "SeatReservation",
  "A seat in a match, or a place to watch it from.",
  {
    match: MATCH_ID,
    code: CODE,
    invitation: INVITATION,
    game: GAME_NAME,
    seat: z.string().nullable().describe("Your seat; `null`: you watch."),
    token: z
      .string()
      .nullable()
      .describe(
        "Proves that the seat is yours: the bearer token of its requests. Store it, and keep it secret.",
      ),
    commitment: HEX_64.describe("What the server commits itself to before it takes any nonce."),
    reservation: RESERVATION,
  },
);

export const CLOCK_RULES = schemaOf<ClockRules>()(
  "ClockRules",
  "How long players may think. All times are in ms.",
  {
    turn: ms("For a turn."),
    reserve: ms("Each player's time beyond that, for the whole match."),
    increment: ms("What each of the player's own commands adds to the reserve."),
    warning: ms("How long before the end of both players are warned; 0: never."),
    awayAfter: z.int().describe("Turns in a row played for a seat after which its player counts as away."),
    away: z.enum(["bot", "fallback", "forfeit"]).describe("Who plays an away player's seat."),
  },
);

const TABLE_SEAT = schemaOf<TableSeat>()("TableSeat", "A seat of a match that is not over.", {
  seat: SEAT_NAME,
  kind: SEAT_KIND,
  name: z.string(),
  connected: z.boolean(),
  temple: z.string().describe("The temple that the seat is local to. Empty: none."),
  ready: z.boolean(),
  host: z.boolean(),
});

const TABLE_SUMMARY = schemaOf<TableSummary>()("TableSummary", "A match that is not over.", {
  status: UNFINISHED,
  private: z.boolean(),
  silent: z.boolean().describe("Nobody can talk at this table."),
  language: LANGUAGE,
  codeShown: z.boolean().describe("Whether others can join by the short code."),
  preset: PRESET,
  minutes: z.number().nullable().describe("Expected minutes of such a match; `null`: not measured."),
  options: OPTIONS,
  changed: z.array(z.string()).describe("The options that are not the game's defaults."),
  clock: CLOCK_RULES.nullable().describe("`null`: no clocks."),
  start: START,
  startsAt: moment("When bots take the open seats; 0: there is no countdown."),
  seats: z.array(TABLE_SEAT).describe("In turn order."),
  free: z.array(z.string()).describe("The seats that somebody can take now."),
  createdAt: moment(),
});

const RESULT_SEAT = schemaOf<MatchResultSeat>()("MatchResultSeat", "A seat of a finished match.", {
  seat: SEAT_NAME,
  kind: TAKEN_KIND,
  name: z.string(),
  player: z.string().optional().describe("The id of its player; missing: nobody's who is known."),
});

const MATCH_RESULT = schemaOf<MatchResult>()("MatchResult", "How a match went.", {
  options: OPTIONS,
  seats: z.array(RESULT_SEAT).describe("In turn order."),
  outcome: ruled("The game's outcome, standings included."),
  entries: z.int().describe("Number of entries."),
  createdAt: moment(),
  beganAt: moment("When the last seat was taken and the dice were fixed."),
  endedAt: moment(),
  rematch: z.string().optional().describe("The id of the match in which it was played again."),
  record: z.boolean().describe("Whether the match's record can be downloaded."),
});

export const MATCH_SUMMARY = schemaOf<MatchSummary>()(
  "MatchSummary",
  "What may be known of a match by the name it is asked by.",
  {
    match: MATCH_ID,
    code: CODE,
    game: z.string(),
    over: z.boolean(),
    table: TABLE_SUMMARY.optional().describe("How it is now; missing when it is over."),
    result: MATCH_RESULT.optional().describe(
      "How it ended; missing while it is not over, and if it never began.",
    ),
  },
);

const LISTING = schemaOf<Listing>()("Listing", "A public match that can be joined or watched.", {
  id: MATCH_ID,
  code: CODE,
  game: GAME_NAME,
  status: STATUS,
  seats: z.int().describe("Seats of the match."),
  open: z.int().describe("Seats that are still open."),
  host: z.string().describe("The name of the player who hosts it."),
  preset: PRESET,
  speed: z.enum(CLOCK_PROFILES).describe("How fast it is played."),
  people: z.array(z.string()).describe("The names of the people who have seats."),
  temple: z.boolean().describe("Whether a seat is local to a temple."),
  createdAt: moment(),
  replaceable: z.int().describe("Seats of bots that a person may take though the match has begun."),
  silent: z.boolean(),
  language: LANGUAGE,
  bots: z.array(z.string()).describe("The names of the bot accounts that have seats."),
});

/** The fields of a page of the lobby. */
const TABLE_PAGE_FIELDS = {
  tables: z.array(LISTING),
  total: z.int().describe("Matches on all pages."),
  page: z.int().describe("Which page this is, from 1."),
  pages: z.int(),
};

export const TABLE_PAGE = schemaOf<TablePage>()(
  "TablePage",
  "A page of the list of matches.",
  TABLE_PAGE_FIELDS,
);

export const LOBBY_LINE = linesOf<LobbyLine>()(
  "LobbyLine",
  "A line of the lobby's stream: the page as it is now; at last why the stream ends.",
  [
    z.object({ type: z.literal("tables"), ...TABLE_PAGE_FIELDS }).meta({ id: "TablesLine" }),
    z
      .object({ type: z.literal("end"), code: z.literal("moved"), resume: z.literal(true) })
      .meta({ id: "LobbyEndLine" }),
  ],
);
