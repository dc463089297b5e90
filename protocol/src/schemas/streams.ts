import { AGREEMENTS } from "@flower-war/rules";
import { z } from "zod";
import type { SyncedSeat } from "../match-state.ts";
import { ADMISSIONS, DECLINE_REASONS, HAND_OVERS, STREAM_ENDS } from "../vocabulary.ts";
import {
  CODE,
  EVENT,
  HEX_64,
  LEGAL_COMMAND,
  list,
  MATCH_ID,
  moment,
  named,
  ruled,
  SEAT_KIND,
  SEAT_NAME,
  type ShapeOf,
  START,
  STATUS,
  TABLE_TITLE,
  UNWATCHED,
  WATCH_DELAY,
} from "./basics.ts";
import { ChatLine } from "./chat.ts";
import { PlainClocks } from "./clocks.ts";
import { Announcement } from "./server.ts";

/*
 * A match over plain HTTP (docs/json-api.md): the same as its room tells and answers, as JSON in plain words. Commands, views,
 * events and outcomes are those of the game's rules.
 */

/** The same fields as `SeatState`, which says more of each. */
const PlainSeat = named("Seat", "A seat of a match, and who has it.", {
  seat: SEAT_NAME,
  ...({
    kind: SEAT_KIND,
    name: z.string(),
    nonce: z.string().describe("What the seat adds to the match's dice. Empty: nothing yet."),
    connected: z.boolean(),
    temple: z.string().describe("The temple that the seat is local to. Empty: none."),
    templeOnline: z.boolean(),
    fixH: z
      .int()
      .describe(
        "Beads to take out of Huitzilopochtli's half of the lake there, as a number below 0; above 0: to put in.",
      ),
    fixT: z.int().describe("The same of Tlaloc's half."),
    ready: z.boolean().describe("The player says that the match can begin."),
    host: z.boolean().describe("The player runs the table while it gathers."),
    player: z.string().describe("The id of the player whose seat it is. Empty: not known."),
    signed: z.int().describe("The number of the last entry that the seat has signed; 0: none."),
  } satisfies ShapeOf<SyncedSeat>),
});

/** What an offer can be about: to end the match, to take an act back, to pause, to give a seat time, or to hand one over. */
const OFFERED = [...AGREEMENTS, "take-back", "pause", "give-time", "hand-seat"] as const;

/**
 * An offer to end a match, or the question whether an act may be taken back, the match paused, a seat given time or handed over: open until all
 * whom it asks have accepted it, one of them declines it, or it lapses. The seat is handed over also if it lapses.
 */
export const Offer = named(
  "Offer",
  "An offer to end the match, or the question whether its maker may take an act back, pause the match, give a seat time or hand theirs over.",
  {
    id: z.string().describe("Names the offer in answers to it."),
    what: z.enum(OFFERED),
    n: z.int().exactOptional().describe("With `take-back`: the number of the act's entry."),
    seconds: z.int().exactOptional().describe("With `pause` and `give-time`: how many."),
    to: z.string().exactOptional().describe("With `give-time`: the seat that gets them."),
    by: SEAT_NAME.describe("Its maker's; empty: the judge asks."),
    accepted: list(z.string()).describe("The seats that agree, that of its maker first."),
    asked: list(z.string()).describe("The seats that have not answered, in turn order."),
    until: moment("When it lapses: then a seat is handed over, and nothing else happens."),
  },
);
export type Offer = Readonly<z.infer<typeof Offer>>;

/** A spectator's request to the host for the seat of a bot, until the host answers, the spectator leaves, or it lapses. */
const SeatAsk = named("SeatAsk", "A spectator asks the host for the seat of a bot.", {
  id: z.string().describe("Names the question in the host's answer."),
  seat: SEAT_NAME,
  name: z.string().describe("What the spectator would be called there."),
  until: moment("When it lapses."),
});

/** What the host of a table has set. All see it. */
export const TablePolicy = named("TablePolicy", "What the host of the table has set.", {
  admission: z.enum(ADMISSIONS).describe("Who may sit down."),
  slow: z.int().describe("Seconds between two lines of one sender; 0: as everywhere."),
  quiet: z.boolean().describe("Spectators do not talk."),
  silenced: list(z.string()).describe("The names of spectators who do not talk."),
  blocked: list(z.string()).describe("The names of people who can neither sit down nor watch nor talk."),
});
export type TablePolicy = Readonly<z.infer<typeof TablePolicy>>;

/** An act that can be taken back. */
const TakeBack = named("Takeable", "An act that can be taken back.", {
  n: z.int().describe("The number of its entry."),
  seat: SEAT_NAME,
});

/** A pause on which the people of the match have agreed. */
const Pause = named("Pause", "The match stands still.", {
  since: moment("When it began."),
  until: moment("When it ends by itself."),
});

/** Days off that count of those that a seat's player may take. */
const DaysTaken = named("DaysTaken", "Days off that a player has taken.", {
  days: z.int().describe("As many as have begun, and while they last all of them."),
  until: moment("Until when they count."),
});

/** The judge of a table. */
const Judge = named("Judge", "The judge of a table, or that one is sought.", {
  seat: SEAT_NAME.describe("Whose player named or seeks them."),
  name: z.string().describe("Empty: they have not come."),
});

export const Rematch = named("Rematch", "The match in which a finished one is played again.", {
  match: MATCH_ID,
  seats: list(z.string()).describe("The seats whose players asked for it, in the order in which they did."),
});
export type Rematch = Readonly<z.infer<typeof Rematch>>;

export const Challenge = named("Challenge", "A bot account that was invited to an open seat.", {
  seat: SEAT_NAME,
  bot: z.string().describe("The id of the bot's player."),
  name: z.string(),
  status: z
    .enum(["open", "declined", "expired"])
    .describe("`open`: the bot has not answered; `expired`: it has not answered in time."),
  reason: z.enum(DECLINE_REASONS).nullable(),
  until: moment("Until when it is open."),
});
export type Challenge = Readonly<z.infer<typeof Challenge>>;

const AWAITED = z
  .looseObject({ seat: SEAT_NAME, decision: z.string() })
  .meta({ id: "Awaited", description: "A decision of a seat, and what the game's rules say of it." });

/** What all viewers see of a match besides the game itself. A field that means nothing now is `null`. */
const PlainTable = z.object({
  status: STATUS,
  seats: z.array(PlainSeat).describe("In turn order."),
  clocks: PlainClocks.nullable().describe("`null`: there are none."),
  awaiting: list(AWAITED as unknown as z.ZodType<{ seat: string; decision: string }>).describe(
    "The decisions that the match waits for.",
  ),
  outcome: ruled("How the match ended, as the game's rules define it.").nullable(),
  secret: HEX_64.nullable().describe("The secret of the dice; `null` until the match is over."),
  start: START,
  startsAt: moment("When bots take the open seats.").nullable(),
  offer: (Offer as z.ZodType<Offer>).nullable(),
  asks: list(SeatAsk as z.ZodType<Readonly<z.infer<typeof SeatAsk>>>).describe(
    "Who asks the host for a bot's seat.",
  ),
  canAbort: z.boolean().describe("Whether an abort can still be offered."),
  claimsAt: moment("When the one who stayed can `claim`.").nullable(),
  rematch: (Rematch as z.ZodType<Rematch>).nullable(),
  previous: z.string().nullable().describe("The id of the match of which this one is the rematch."),
  keptUntil: moment("Of a rematch: until when only those who played before can sit down.").nullable(),
  codeShown: z.boolean().describe("Whether others can join by the short code."),
  silent: z.boolean().describe("The table has no chat."),
  title: TABLE_TITLE,
  watchDelay: WATCH_DELAY,
  unwatched: UNWATCHED,
  takeBacks: z.boolean().describe("Acts can be taken back at this table."),
  takeBack: TakeBack.nullable().describe("The act that its seat can take back now."),
  pauses: z
    .int()
    .describe("Seconds of the longest pause, and of the most time given at once; 0: there is neither."),
  paused: Pause.nullable().describe("Until it ends, or a seat acts, no clock runs and no bot plays."),
  holidays: z.int().describe("Days that a player may take off in 30; 0: none."),
  onHoliday: z
    .record(z.string(), z.number())
    .nullable()
    .describe(
      "The seats whose players are on holiday, and when that ends at the latest, ms since 1970: meanwhile their clocks stand. `null`: none.",
    ),
  daysTaken: z
    .record(z.string(), list(DaysTaken))
    .nullable()
    .describe(
      "By seat, the days off that its player has taken, the last ones last: `holidays` less those that still count are left. `null`: none.",
    ),
  handOvers: z.enum(HAND_OVERS).describe("Whether seats may be handed over in play."),
  offeredSeats: list(z.string()).describe("The seats that can be taken over by their links, in turn order."),
  judges: z.boolean().describe("Whether the host may name a judge."),
  judge: Judge.nullable().describe("The judge, or that one is sought; `null`: none."),
  policy: TablePolicy,
  seals: z
    .record(z.string(), z.string())
    .describe("What seats published of their nonces, until the match begins."),
  revealing: z.boolean().describe("The seals are fixed: reveal your nonce."),
  terms: z
    .string()
    .describe(
      "While `revealing`: the record's first line, with sealed nonces empty. Keep it before you reveal.",
    ),
  challenges: list(Challenge as z.ZodType<Challenge>),
});
export type PlainTable = z.infer<typeof PlainTable>;

/** What one viewer alone sees: a seat, or a spectator. */
const PlainView = z.object({
  view: ruled(
    "The game as you see it, as its rules define it; `null` while the match is gathering.",
  ).nullable(),
  legal: list(LEGAL_COMMAND).describe(
    "The commands that your seat may send now, as they are to be sent; empty without a seat.",
  ),
});
export type PlainView = z.infer<typeof PlainView>;

/** A match as one viewer sees it now: the answer of `GET .../view`, and the first line of a stream. */
export const PlainMatch = named("PlainMatch", "A match as you see it now.", {
  protocolVersion: z.int().describe("The server's number of the protocol."),
  match: MATCH_ID,
  code: CODE,
  game: z.string(),
  private: z.boolean(),
  commitment: HEX_64.describe("What the server committed itself to before it took any nonce."),
  you: z.string().nullable().describe("Your seat; `null`: you watch."),
  n: z.int().describe("Number of entries so far."),
  now: moment("The server's time."),
  ...PlainTable.shape,
  ...PlainView.shape,
});
export type PlainMatch = z.infer<typeof PlainMatch>;

/** The fields that an entry or another change may have changed. */
const CHANGED = z.object({ ...PlainTable.shape, ...PlainView.shape }).partial().shape;

const line = <const Type extends string, const Fields extends z.core.$ZodShape>(
  type: Type,
  id: string,
  description: string,
  fields: Fields,
) => named(id, description, { type: z.literal(type), ...fields });

/** A line of a match's stream. */
export const StreamLine = z
  .discriminatedUnion("type", [
    line("match", "MatchLine", "The first line: the whole match.", PlainMatch.shape),
    line(
      "entry",
      "EntryLine",
      "A command was accepted. Of an entry before the first line's `n` there is no more than `at`.",
      {
        n: z.int().describe("The entry's number, from 1."),
        seat: z.string().describe("The seat whose command it was."),
        events: list(EVENT).describe("What followed, as you may see it."),
        at: moment("When it was made.").exactOptional(),
        ...CHANGED,
      },
    ),
    line("change", "ChangeLine", "Something else changed: the fields that did.", CHANGED),
    line("chat", "SaidLine", "Something was said.", ChatLine.shape),
    line("warning", "WarningLine", "A seat's time is almost over.", {
      seat: SEAT_NAME,
      deadline: moment("When the server plays for the seat."),
      turn: z.int().exactOptional().describe("Which turn of the seat, from 1."),
    }),
    line("announcement", "AnnouncementLine", "An operator announced something.", Announcement.shape),
    line("mutes", "MutesLine", "Whom your account mutes and blocks has changed: read it again.", {
      changed: z.literal(true),
    }),
    line("end", "EndLine", "The last line.", {
      code: z.enum(STREAM_ENDS),
      resume: z.boolean().describe("Whether to ask for the stream again at once, with `after`."),
      reason: z.string().exactOptional().describe("Of an operator's act."),
      until: moment("Of a ban: when it ends.").exactOptional(),
    }),
  ])
  .meta({
    id: "StreamLine",
    description:
      "A line of a match's stream. Put the fields of a `match`, `entry` or `change` over those that you have, and ignore types and fields that you do not know.",
  });
export type StreamLine = z.infer<typeof StreamLine>;
