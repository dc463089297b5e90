import {
  type Announcement,
  type Challenge,
  type ChatLine,
  DECLINE_REASONS,
  type Offer,
  type PlainClocks,
  type PlainMatch,
  type PlainTable,
  type PlainView,
  REACTIONS,
  type Rematch,
  type SeatClock,
  STREAM_ENDS,
  type StreamLine,
} from "@flower-war/protocol";
import { AGREEMENTS } from "@flower-war/rules";
import { z } from "zod";
import { CLOCK_RULES, CODE, MATCH_ID, SEAT_KIND, SEAT_NAME, START, STATUS } from "./match-schemas.ts";
import { COMMAND, EVENT, fieldsOf, HEX_64, linesOf, moment, ms, ruled, schemaOf } from "./schema.ts";

/* A match without a WebSocket, as protocol/src/streams.ts declares it. */

const SEAT = schemaOf<PlainTable["seats"][number]>()("Seat", "A seat of a match, and who has it.", {
  seat: SEAT_NAME,
  kind: SEAT_KIND,
  name: z.string(),
  nonce: z.string().describe("What the seat adds to the match's dice. Empty: nothing yet."),
  connected: z.boolean(),
  temple: z.string().describe("The temple that the seat is local to. Empty: none."),
  templeOnline: z.boolean(),
  fixH: z
    .int()
    .describe("Beads to take out of Huitzilopochtli's half of the lake there, as a number below 0."),
  fixT: z.int().describe("The same of Tlaloc's half."),
  ready: z.boolean().describe("The player says that the match can begin."),
  host: z.boolean().describe("The player runs the table while it gathers."),
  player: z.string().describe("The id of the player whose seat it is. Empty: nobody's who is known."),
  signed: z.int().describe("The number of the last entry that the seat has signed; 0: none."),
});

const SEAT_CLOCK = schemaOf<SeatClock>()("SeatClock", "The clock of one player.", {
  reserve: ms("What was left of the reserve when the turn began."),
  turnEnds: moment("When the turn's own time ends; `null`: the seat is not awaited.").nullable(),
  deadline: moment("When the server plays for the seat; `null`: its clock does not run.").nullable(),
  away: z.boolean().describe("The server plays the seat at once, until the request `here`."),
  stopped: ms("What is left while the clock stands still because of an outage.").optional(),
});

const CLOCKS = schemaOf<PlainClocks>()("Clocks", "The players' clocks.", {
  rules: CLOCK_RULES,
  givenBack: ms("Given back to all players so far because of outages."),
  seats: z.record(z.string(), SEAT_CLOCK).describe("By seat; those of people."),
});

const OFFER = schemaOf<Offer>()("Offer", "An offer to end the match.", {
  id: z.string(),
  what: z.enum(AGREEMENTS),
  by: SEAT_NAME,
  accepted: z.array(z.string()),
  asked: z.array(z.string()).describe("The seats that have not answered."),
  until: moment(),
});

const REMATCH = schemaOf<Rematch>()("Rematch", "The match in which a finished one is played again.", {
  match: MATCH_ID,
  seats: z.array(z.string()).describe("The seats whose players asked for it."),
});

const CHALLENGE = schemaOf<Challenge>()("Challenge", "A bot account that was invited to an open seat.", {
  seat: SEAT_NAME,
  bot: z.string().describe("The id of the bot's player."),
  name: z.string(),
  status: z.enum(["open", "declined", "expired"]),
  reason: z.enum(DECLINE_REASONS).nullable(),
  until: moment(),
});

const AWAITED = z
  .looseObject({ seat: SEAT_NAME, decision: z.string() })
  .meta({ id: "Awaited", description: "A decision of a seat, and what the game's rules say of it." });

const TABLE_FIELDS = fieldsOf<PlainTable>()({
  status: STATUS,
  seats: z.array(SEAT).describe("In turn order."),
  clocks: CLOCKS.nullable().describe("`null`: there are none."),
  awaiting: z
    .array(AWAITED as unknown as z.ZodType<PlainTable["awaiting"][number]>)
    .describe("The decisions that the match waits for."),
  outcome: ruled("How the match ended, as the game's rules define it.").nullable(),
  secret: HEX_64.nullable().describe("The secret of the dice; `null` until the match is over."),
  start: START,
  startsAt: moment("When bots take the open seats.").nullable(),
  offer: OFFER.nullable(),
  canAbort: z.boolean().describe("Whether an abort can still be offered."),
  claimsAt: moment("When the one who stayed can `claim`.").nullable(),
  rematch: REMATCH.nullable(),
  previous: z.string().nullable().describe("The id of the match of which this one is the rematch."),
  keptUntil: moment("Of a rematch: until when only those who played before can sit down.").nullable(),
  codeShown: z.boolean().describe("Whether others can join by the short code."),
  silent: z.boolean().describe("Nobody can talk at this table."),
  seals: z
    .record(z.string(), z.string())
    .describe("What seats published of their nonces, until the match begins."),
  revealing: z.boolean().describe("The seals are fixed: reveal your nonce."),
  terms: z
    .string()
    .describe(
      "While `revealing`: the record's first line, with sealed nonces empty. Keep it before you reveal.",
    ),
  challenges: z.array(CHALLENGE),
});

const VIEW_FIELDS = fieldsOf<PlainView>()({
  view: ruled(
    "The game as you see it, as its rules define it; `null` while the match is gathering.",
  ).nullable(),
  legal: z.array(COMMAND).describe("The commands that your seat may send now, as they are to be sent."),
});

const MATCH_FIELDS = fieldsOf<PlainMatch>()({
  protocolVersion: z.int().describe("The server's number of the protocol."),
  match: MATCH_ID,
  code: CODE,
  game: z.string(),
  private: z.boolean(),
  commitment: HEX_64.describe("What the server committed itself to before it took any nonce."),
  you: z.string().nullable().describe("Your seat; `null`: you watch."),
  n: z.int().describe("Number of entries so far."),
  now: moment("The server's time."),
  ...TABLE_FIELDS,
  ...VIEW_FIELDS,
});

export const PLAIN_MATCH = z
  .object(MATCH_FIELDS)
  .meta({ id: "PlainMatch", description: "A match as you see it now." });

export const CHAT_FIELDS = fieldsOf<ChatLine>()({
  n: z.int().describe("Its number in the match, from 1. Some lines are not for everybody."),
  at: moment("When it was said."),
  seat: z.string().nullable().describe("`null`: a spectator."),
  name: z.string(),
  text: z.string().describe("Empty: a reaction."),
  reaction: z.enum([...REACTIONS, ""]).describe("Empty: a text."),
});

export const ANNOUNCEMENT_FIELDS = fieldsOf<Announcement>()({
  id: z.string(),
  text: z.string(),
  startsAt: moment("When what it announces begins.").nullable(),
  until: moment("Until when it is shown."),
});

/** The fields that an entry or another change may have changed. */
const CHANGED = z.object({ ...TABLE_FIELDS, ...VIEW_FIELDS }).partial().shape;

const line = <const Type extends string, const Fields extends z.core.$ZodShape>(
  type: Type,
  id: string,
  description: string,
  fields: Fields,
) => z.object({ type: z.literal(type), ...fields }).meta({ id, description });

export const STREAM_LINE = linesOf<StreamLine>()(
  "StreamLine",
  "A line of a match's stream. Put the fields of a `match`, `entry` or `change` over those that you have, and ignore types and fields that you do not know.",
  [
    line("match", "MatchLine", "The first line: the whole match.", MATCH_FIELDS),
    line(
      "entry",
      "EntryLine",
      "A command was accepted. Of an entry before the first line's `n` there is no more than `at`.",
      {
        n: z.int().describe("The entry's number, from 1."),
        seat: z.string().describe("The seat whose command it was."),
        events: z.array(EVENT).describe("What followed, as you may see it."),
        at: moment("When it was made.").optional(),
        ...CHANGED,
      },
    ),
    line("change", "ChangeLine", "Something else changed: the fields that did.", CHANGED),
    line("chat", "SaidLine", "Somebody said something.", CHAT_FIELDS),
    line("warning", "WarningLine", "A seat's time is almost over.", {
      seat: SEAT_NAME,
      deadline: moment("When the server plays for the seat."),
      turn: z.int().optional().describe("Which turn of the seat, from 1."),
    }),
    line("announcement", "AnnouncementLine", "An operator announced something.", ANNOUNCEMENT_FIELDS),
    line("end", "EndLine", "The last line.", {
      code: z.enum(STREAM_ENDS),
      resume: z.boolean().describe("Whether to ask for the stream again at once, with `after`."),
      reason: z.string().optional().describe("Of an operator's act."),
      until: moment("Of a ban: when it ends.").optional(),
    }),
  ],
);
