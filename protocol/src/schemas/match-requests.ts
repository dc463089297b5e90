import { AGREEMENTS } from "@flower-war/rules";
import { isSignature, SIGNED_EVERY } from "@flower-war/rules/witness";
import { z } from "zod";
import type { LoggedEntry } from "../entries.ts";
import { LIMITS, NAME_BYTES, NAME_TEXT, SERVER_LIMITS } from "../limits.ts";
import { ADMISSIONS, BOT_KINDS, CLAIMS, JUDGE_ACTS, REACTIONS, REPORT_REASONS } from "../vocabulary.ts";
import { COMMAND, Done, EVENT, HEX_64, LEGAL_COMMAND, list, moment, ms, named } from "./basics.ts";
import { ChatPage } from "./chat.ts";

const SEAT = z.object({ seat: z.string().max(64).describe("A seat's name, e.g. `east`.") });
const ID = z.string().regex(/^[\w-]{1,64}$/);
const OFFER = z.object({ id: z.string().max(64).describe("Of the open offer.") });
const SPECTATOR_LINE = z.object({ n: z.int().min(1).describe("The number of a spectator's line.") });
const SECONDS = z.int().min(1).max(SERVER_LIMITS.pauses.mostByDays);
/** What proves a judge. */
const SECRET = z
  .string()
  .regex(/^[A-Za-z0-9_-]{16,64}$/)
  .describe("Random; it proves that you are the judge. Keep it secret.");
const AFTER = z.object({ after: z.int().min(0) });
/** The server limits the text by its characters; a spectator has a name. */
const LINE = z.object({
  id: ID.describe("Your name for this line: a repeated one is said once."),
  name: z.string().optional().describe("Of a spectator, who has to have one."),
});
/** A text that the rules of the game check, as the document has it. */
const checked = (description: string, pattern: string) =>
  z.unknown().meta({ type: "string", pattern, description }) as unknown as z.ZodType<unknown, string>;

/** An empty payload, or a missing one. */
const NOTHING = z.object({}).optional() as unknown as z.ZodType<unknown, Record<string, never>>;

/** What a seat publishes of its nonce before any is revealed. */
export const Seal = named("SealGiven", "The seal of your seat that counts: the first.", {
  seal: HEX_64.describe("SHA-256 of the nonce's text."),
  key: z
    .string()
    .describe("The public key with which the seat signs (Ed25519), 64 hex digits; empty: it signs nothing."),
});
export type Seal = z.infer<typeof Seal>;

/** A signature of what a seat has seen. */
export const SeatSignature = z.object({
  n: z.int().min(1).describe("The number of the entry after which the chain has this head."),
  head: HEX_64.describe("64 lower-case hex digits."),
  signature: z.string().refine(isSignature).meta({
    pattern: "^[0-9a-f]{128}$",
    description: "Of `signedText` by the seat's key, 128 lower-case hex digits.",
  }),
});
export type SeatSignature = z.infer<typeof SeatSignature>;

export const CommandRequest = z.object({
  id: ID.describe("Your name for this command: a repeated request gets the first answer."),
  command: COMMAND,
});
export type CommandRequest = z.input<typeof CommandRequest>;

export const CommandAnswer = named("CommandAnswer", "The command is durable, and has happened.", {
  n: z.int().describe("The number of the entry that the command made, from 1."),
  legal: z
    .array(LEGAL_COMMAND)
    .exactOptional()
    .describe(
      "The commands that you may send now. Missing from older servers, and if your reservation was asked for without it.",
    ),
});
export type CommandAnswer = z.infer<typeof CommandAnswer>;

const LOGGED_ENTRY = z.tuple([moment("When it was made."), z.int(), z.string()], z.unknown()).meta({
  id: "LoggedEntry",
  description: "When it was made, its number, its seat, then its events, packed.",
}) as unknown as z.ZodType<LoggedEntry>;

export const LogPage = named("LogPage", "Entries of the match, in order, without a gap.", {
  entries: z.array(LOGGED_ENTRY),
  n: z.int().describe("Number of the match's entries so far: ask again until you have it."),
  own: z
    .array(z.tuple([z.int(), LEGAL_COMMAND]) as unknown as z.ZodType<[n: number, command: { type: string }]>)
    .exactOptional()
    .describe(
      "Those of your own seat, with their commands as the rules read them: part of the seat's chain. Empty for a spectator; missing from older servers.",
    ),
});
export type LogPage = z.infer<typeof LogPage>;

const SHARE = z.number().min(0).max(1);

/** What a strong bot would do in a seat. */
const Hint = named("Hint", "What a strong bot would do in your seat.", {
  n: z.int().min(0).describe("The number of entries before the decision that it is for."),
  moves: z
    .array(
      z.object({
        command: LEGAL_COMMAND,
        chance: SHARE.describe("The chance that you come first after it, as estimated."),
        margin: SHARE.describe("Half of the chance's interval of 95 %."),
        follows: z
          .array(z.object({ event: EVENT, share: SHARE.describe("In which part of the tries it followed.") }))
          .describe("What would follow at once, the likeliest first."),
      }),
    )
    .min(1)
    .max(2)
    .describe("The better one first, by the bot's judgement."),
});

/** A temple in the players' own network (temple protocol P-6). */
export const NearbyTemple = z
  .object({
    templeId: z.string(),
    elsewhere: z.boolean().describe("Whether it takes part in another match, so that it cannot be asked."),
  })
  .meta({ id: "NearbyTemple" });
export type NearbyTemple = Readonly<z.infer<typeof NearbyTemple>>;

export const ReportRequest = SEAT.extend({
  reason: z.enum(REPORT_REASONS),
  text: z
    .string()
    .transform((text) => text.replaceAll(/\p{C}+/gu, " ").trim())
    .pipe(z.string().max(LIMITS.reportText))
    .describe(`At most ${LIMITS.reportText} characters.`),
});
export type ReportRequest = z.input<typeof ReportRequest>;

const Now = named("ServerTime", "The server's time.", { now: moment() });
const Said = named("Said", "The line is durable.", {
  n: z.int().describe("Its number in the chat; 0: you watch with a delay, and are shown it later."),
});

/** What requests have in common, so that they may be refused with the same codes. */
export type RequestTrait =
  /** It has a name that others are shown; it is about what happens in a match that has begun; it is for a table's host. */
  | "name"
  | "begun"
  | "host"
  /** It is for the host of a table until the match is over; of these, it keeps a spectator from something. */
  | "moderation"
  | "barring"
  /** It is about temples; it says a line. */
  | "temple"
  | "line";

/** A request of the room `match`, which is an operation over HTTP too (`OPERATIONS`). */
export interface MatchRequest {
  readonly payload: z.ZodType;
  readonly answer: z.ZodType;
  /** Its operation's name in generated clients. */
  readonly id: string;
  readonly method: "get" | "post";
  readonly summary: string;
  readonly description?: string;
  /** Spectators may, too. */
  readonly isForAll?: true;
  readonly is?: readonly RequestTrait[];
}

/**
 * Requests of the room `match` (Colyseus `room.request`): payload and answer. Refused with a `RefusalBody`.
 */
export const MATCH_REQUESTS = {
  command: {
    id: "sendCommand",
    method: "post",
    summary: "Play a command",
    description:
      "The answer comes when the command is durable and applied. Without an answer send it again: with the same `id` nothing happens twice.",
    is: ["begun"],
    payload: CommandRequest,
    answer: CommandAnswer,
  },
  legal: {
    id: "getLegal",
    method: "get",
    summary: "List the commands that your seat may send now",
    isForAll: true,
    payload: NOTHING,
    answer: named("Legal", "The commands that your seat may send now.", { commands: z.array(LEGAL_COMMAND) }),
  },
  log: {
    id: "getLog",
    method: "get",
    summary: "Read a page of the match's entries",
    description: `Those after number \`after\`, from 0, as you may see them: at most ${LIMITS.logPage.entries}, and at least one if there are any. Ask again with the number of the last one until that is \`n\`. Packed, as over a WebSocket; those of the stream are easier to read.`,
    isForAll: true,
    payload: AFTER,
    answer: LogPage,
  },
  header: {
    id: "getHeader",
    method: "get",
    summary: "Read the first line of the match's record",
    description: "Once it has begun. Every chain begins with this line (docs/fair-dice.md).",
    isForAll: true,
    payload: NOTHING,
    answer: named("Header", "The first line of the match's record.", { header: z.string() }),
  },
  chat: {
    id: "getChat",
    method: "get",
    summary: "Read a page of the chat",
    description: "The lines after number `after`, from 0, that you may see.",
    isForAll: true,
    payload: AFTER,
    answer: ChatPage,
  },
  time: {
    id: "getTime",
    method: "get",
    summary: "Ask for the server's time",
    description: "Unlike `here`, it does not mark your player as present.",
    isForAll: true,
    payload: NOTHING,
    answer: Now,
  },
  "nearby-temples": {
    id: "getNearbyTemples",
    method: "get",
    summary: "List the temples in your own network",
    description:
      "Those that show codes and that your seat can ask, and those at other matches, which it cannot, by id.",
    is: ["temple"],
    payload: NOTHING,
    answer: named("NearbyTemples", "Temples in your own network.", {
      temples: (list(NearbyTemple) as z.ZodType<readonly NearbyTemple[]>)
        .nullable()
        .describe("`null`: none is offered to this address."),
    }),
  },
  seal: {
    id: "giveSeal",
    method: "post",
    summary: "Seal your nonce",
    description:
      "While the match gathers (docs/fair-dice.md). The first of a seat counts, which is the answer.",
    payload: z.object({
      seal: checked("SHA-256 of the nonce's text, 64 lower-case hex digits.", "^[0-9a-f]{64}$"),
      key: checked(
        "The public key with which the seat signs (Ed25519), 64 lower-case hex digits; empty: it signs nothing.",
        "^([0-9a-f]{64})?$",
      ),
    }),
    answer: Seal,
  },
  nonce: {
    id: "giveNonce",
    method: "post",
    summary: "Reveal the nonce that you sealed, or give an open one where the table takes it",
    description:
      "Once the details say `revealing`; where the table takes open ones, also one that is not sealed, before. The first of a seat counts, which is the answer.",
    payload: z.object({
      nonce: checked("Your random part of the dice: 1 to 64 of `A-Z a-z 0-9 _ -`.", "^[A-Za-z0-9_-]{1,64}$"),
    }),
    answer: named("NonceGiven", "The nonce of your seat that counts: the first.", { nonce: z.string() }),
  },
  ready: {
    id: "setReady",
    method: "post",
    summary: "Say whether you are ready",
    description: "While the match gathers.",
    payload: z.object({ ready: z.boolean() }),
    answer: Done,
  },
  "move-seat": {
    id: "moveSeat",
    method: "post",
    summary: "Move to an open seat",
    description:
      "Before the seals are fixed. Your connection is closed (4012), and your token is one for that seat.",
    payload: SEAT,
    answer: Done,
  },
  "seat-bot": {
    id: "seatBot",
    method: "post",
    summary: "Let a bot take an open seat",
    description: "Or change the kind of the bot there. Before the seals are fixed.",
    is: ["host"],
    payload: SEAT.extend({ kind: z.enum(BOT_KINDS) }),
    answer: Done,
  },
  "free-seat": {
    id: "freeSeat",
    method: "post",
    summary: "Open the seat of a bot or of another player",
    description: "Before the seals are fixed. The player is disconnected (4013).",
    is: ["host"],
    payload: SEAT.extend({
      name: z
        .string()
        .max(NAME_TEXT)
        .exactOptional()
        .describe(
          "Of who sits there, as the state has it: nothing changes if another one does by now. Missing: whoever sits there.",
        ),
      block: z
        .boolean()
        .exactOptional()
        .describe("Also keep the player from the table for good. Missing: they may come back."),
    }),
    answer: Done,
  },
  challenge: {
    id: "challengeBot",
    method: "post",
    summary: "Invite a bot account to an open seat",
    description:
      "One that is online, until the match begins. The seat stays open meanwhile: who takes it first has it. A repeated request changes nothing.",
    is: ["host"],
    payload: SEAT.extend({ bot: z.string().max(NAME_BYTES).describe("The bot account's id or name.") }),
    answer: Done,
  },
  "ask-seat": {
    id: "askSeat",
    method: "post",
    summary: "Ask the host for the seat of a bot",
    description: `For spectators of a match in play. The host is asked for ${SERVER_LIMITS.asks.open / 1000} s; all see it in \`asks\`. When it is no longer there, take the seat with the same \`name\`, \`seat\` and \`renew\`: if the host agreed it is yours, else the request is refused.`,
    isForAll: true,
    is: ["name"],
    payload: SEAT.extend({
      name: z.string().describe("As others would see it: 1 to 24 characters."),
      renew: z
        .string()
        .regex(/^[A-Za-z0-9_-]{16,64}$/)
        .describe(
          "Random, the same in a repeated request and when you take the seat. Keep it secret: it proves that the seat is yours.",
        ),
    }),
    answer: named("SeatAsked", "The host is asked.", {
      id: z.string().describe("Of the question in `asks`."),
    }),
  },
  "answer-ask": {
    id: "answerAsk",
    method: "post",
    summary: "Give a spectator the seat that they asked for, or not",
    is: ["moderation"],
    payload: z.object({ id: z.string().max(64).describe("Of the question."), accepts: z.boolean() }),
    answer: Done,
  },
  "hand-over": {
    id: "handOver",
    method: "post",
    summary: "Make another player the host",
    is: ["host"],
    payload: SEAT,
    answer: Done,
  },
  "show-code": {
    id: "showCode",
    method: "post",
    summary: "Let others join this private match by its short code, or not",
    description: "Until it begins.",
    is: ["host"],
    payload: z.object({ shown: z.boolean() }),
    answer: Done,
  },
  "set-policy": {
    id: "setPolicy",
    method: "post",
    summary: "Set who may sit down at the table, and how people talk there",
    description:
      "Until the match is over. What is missing stays as it is. Who sits already stays; all see what is set (`policy`).",
    is: ["moderation"],
    payload: z.object({
      admission: z.enum(ADMISSIONS).exactOptional().describe("Who may sit down."),
      slow: z
        .int()
        .min(0)
        .max(LIMITS.slow / 1000)
        .exactOptional()
        .describe("Seconds between two lines of one sender; 0: as everywhere."),
      quiet: z.boolean().exactOptional().describe("Spectators do not talk."),
    }),
    answer: named("PolicySet", "The policy is in force.", {
      invitation: z
        .string()
        .nullable()
        .describe("The invitation by which others sit down; `null`: they need none."),
    }),
  },
  block: {
    id: "blockSpectator",
    method: "post",
    summary: "Keep a spectator from the table",
    description: `Who said the line \`n\` of the chat can neither sit down nor watch nor talk there: their player, and all without an account in their network. They are disconnected (4013). At most ${LIMITS.barred} at once.`,
    is: ["moderation", "barring"],
    payload: SPECTATOR_LINE,
    answer: Done,
  },
  silence: {
    id: "silenceSpectator",
    method: "post",
    summary: "Let a spectator talk no more",
    description: `Who said the line \`n\` of the chat, compared as by \`block\`. At most ${LIMITS.barred} at once.`,
    is: ["moderation", "barring"],
    payload: SPECTATOR_LINE,
    answer: Done,
  },
  lift: {
    id: "liftBar",
    method: "post",
    summary: "Let a person come back, or talk again",
    is: ["moderation"],
    payload: z.object({
      how: z.enum(["blocked", "silenced"]),
      name: z.string().max(NAME_TEXT).describe("As the table's `policy` has it."),
    }),
    answer: Done,
  },
  start: {
    id: "startMatch",
    method: "post",
    summary: "Begin the match with those who sit",
    description:
      "The seals are fixed, and it begins when they are revealed; at once if there are none. Open seats are removed.",
    is: ["host"],
    payload: NOTHING,
    answer: Done,
  },
  here: {
    id: "sayHere",
    method: "post",
    summary: "Make a seat yours again that was away",
    isForAll: true,
    payload: NOTHING,
    answer: Now,
  },
  offer: {
    id: "offerEnd",
    method: "post",
    summary: "Offer the others to end the match",
    description:
      "The answer comes when the offer is shown, or has ended the match: an abort does at once if you are the only person in play. A repeated request changes nothing.",
    is: ["begun"],
    payload: z.object({ what: z.enum(AGREEMENTS) }),
    answer: Done,
  },
  "take-back": {
    id: "takeBack",
    method: "post",
    summary: "Take back your last act",
    description:
      "`takeBack` of the match says which act that is. At once where no other seat could have acted on it; else the people who are there are asked, by an offer with `what` `take-back`. The answer comes when the act is taken back, or the offer is shown. A repeated request changes nothing.",
    is: ["begun"],
    payload: z.object({ n: z.int().min(1).describe("The number of the act's entry.") }),
    answer: Done,
  },
  pause: {
    id: "pauseMatch",
    method: "post",
    summary: "Ask the others to pause the match",
    description:
      "At once where no other person is there to be asked; else by an offer with `what` `pause`. In a pause no clock runs and no bot plays. It ends when its time is over, when any person lets the match go on, and with the next act of a seat. The answer comes when the match is paused, or the offer is shown. While it is paused, the request changes nothing.",
    is: ["begun"],
    payload: z.object({
      seconds: SECONDS.describe("How long at most; the table's `pauses` is the longest."),
    }),
    answer: Done,
  },
  resume: {
    id: "resumeMatch",
    method: "post",
    summary: "Let a paused match go on",
    description: "For any person in play. In a match that is not paused the request changes nothing.",
    is: ["begun"],
    payload: NOTHING,
    answer: Done,
  },
  holiday: {
    id: "takeHoliday",
    method: "post",
    summary: "Take days off, or be back from them",
    description:
      "At a table with `holidays`. On its player's days off a seat's clock stands; they end after so many days, when the seat acts, and with `days` 0. A day that has begun counts, of `holidays` in any 30. Repeated it changes nothing.",
    is: ["begun"],
    payload: z.object({
      days: z.int().min(0).max(SERVER_LIMITS.holidays.most).describe("How many; 0: you are back."),
    }),
    answer: Done,
  },
  "give-time": {
    id: "giveTime",
    method: "post",
    summary: "Give a seat more time, or ask for some",
    description:
      "All other people who are there are asked, by an offer with `what` `give-time`, but for the one who gets it; at once if there is none to ask. The answer comes when the seat has it, or the offer is shown.",
    is: ["begun"],
    payload: z.object({
      id: ID.describe("Your name for this gift: a repeated one is given once."),
      to: z.string().max(64).describe("The seat that gets it: another one, or your own."),
      seconds: SECONDS.describe("How much; at most the table's `pauses`."),
    }),
    answer: Done,
  },
  hint: {
    id: "getHint",
    method: "post",
    summary: "Ask what a strong bot would do",
    description:
      "For the only person in a match against bots alone, while their seat is awaited. The match's record marks their next command with `hint`, and the match is not rated. It takes about a second. The bot knows what the seat sees, and nothing else. A repeated request for the same decision gets the first answer; after `unavailable` ask again.",
    is: ["begun"],
    payload: NOTHING,
    answer: Hint,
  },
  "offer-seat": {
    id: "offerSeat",
    method: "post",
    summary: "Hand your seat to another person, or keep it",
    description:
      "The answer has a token: whoever takes the seat with it and a `name` (`POST .../seats`) plays on there, and your own tokens become invalid then. At a table with `handOvers` `asks` the others who are there are asked first, by an offer with `what` `hand-seat`: then it is `null`. Ask again once the seat is one of `offeredSeats`: the same request gets the same token. `offered: false` makes the token invalid.",
    is: ["begun"],
    payload: z.object({ offered: z.boolean().describe("`false`: you keep it.") }),
    answer: named("OfferedSeat", "Your seat can be taken over, or the others are asked.", {
      token: z
        .string()
        .nullable()
        .describe("Takes the seat over. `null`: the others may object still, or you keep it."),
    }),
  },
  "seek-judge": {
    id: "seekJudge",
    method: "post",
    summary: "Seek a judge for the table, or let them go",
    description:
      "For the host of a table with `judges`; if they have conceded, for the first player in play. A spectator with the answer's token becomes the judge, once (`take-judge`). `wanted` `false` makes it void, and lets go who judges. Repeated it changes nothing.",
    is: ["begun"],
    payload: z.object({ wanted: z.boolean() }),
    answer: named("JudgeSought", "A judge is sought, or none.", {
      token: z.string().nullable().describe("Makes who sends it the judge; `null`: none is sought."),
    }),
  },
  "take-judge": {
    id: "takeJudge",
    method: "post",
    summary: "Become the judge of a table",
    description:
      "For a spectator with the token of `seek-judge`, while they watch. Repeated with the same `secret` it changes nothing.",
    isForAll: true,
    is: ["begun", "name"],
    payload: z.object({
      token: z.string().max(64),
      name: z.string().describe("As others see it: 1 to 24 characters."),
      secret: SECRET,
    }),
    answer: Done,
  },
  judge: {
    id: "actAsJudge",
    method: "post",
    summary: "Do what a judge may",
    description:
      "For the judge, who watches: pause the match, let it go on, or give a seat time, within the table's `pauses`; let a bot play on in a seat whose player is away; ask the people to end the match. Each is an entry. Repeated it changes nothing.",
    isForAll: true,
    is: ["begun"],
    payload: z.object({
      secret: SECRET,
      act: z.enum(JUDGE_ACTS),
      seconds: SECONDS.optional().describe("With `pause` and `give-time`: at most the table's `pauses`."),
      id: ID.optional().describe("With `give-time`: your name for this gift: a repeated one is given once."),
      to: z.string().max(64).optional().describe("With `give-time` and `free-seat`: the seat."),
      what: z.enum(AGREEMENTS).optional().describe("With `ask-end`: how the match would end."),
    }),
    answer: Done,
  },
  accept: {
    id: "acceptOffer",
    method: "post",
    summary: "Agree to the open offer",
    description:
      "When the last agrees, what was offered happens: the match ends or is paused, the act is taken back, the seat has its time or is handed over. The answer comes when that is durable.",
    is: ["begun"],
    payload: OFFER,
    answer: Done,
  },
  decline: {
    id: "declineOffer",
    method: "post",
    summary: "Close the open offer",
    description: "Who made it withdraws it; the others decline it. A repeated request changes nothing.",
    is: ["begun"],
    payload: OFFER,
    answer: Done,
  },
  claim: {
    id: "claimEnd",
    method: "post",
    summary: "Win, or abort the match, when all others are away",
    description:
      "For the one who stayed: `win` makes the others concede, `abort` ends the match. The answer comes when that is durable.",
    is: ["begun"],
    payload: z.object({ what: z.enum(CLAIMS) }),
    answer: Done,
  },
  witness: {
    id: "signEntry",
    method: "post",
    summary: "Sign what your seat has seen",
    description: `Every ${SIGNED_EVERY}th entry, and the last of a match that is over. The first signature of each counts. The answer comes when it is durable.`,
    payload: SeatSignature,
    answer: Done,
  },
  say: {
    id: "say",
    method: "post",
    summary: "Say a line in the chat",
    description: "The answer comes when the line is durable, and sent to all who see it.",
    isForAll: true,
    is: ["name", "line"],
    payload: LINE.extend({ text: z.string() }),
    answer: Said,
  },
  react: {
    id: "react",
    method: "post",
    summary: "React in the chat",
    isForAll: true,
    is: ["name", "line"],
    payload: LINE.extend({ reaction: z.enum(REACTIONS) }),
    answer: Said,
  },
  report: {
    id: "reportPlayer",
    method: "post",
    summary: "Tell the operator of another player",
    description:
      "The operator gets the last 200 entries of the log and lines of the chat with it. The player is not told. A repeated report of the seat changes nothing. A spectator reports only while they watch: by this connection, or by a stream from the same network.",
    isForAll: true,
    payload: ReportRequest,
    answer: Done,
  },
  "pair-temple": {
    id: "pairTemple",
    method: "post",
    summary: "Make your seat local to the temple that shows this code",
    is: ["temple"],
    payload: z.object({ code: z.string().max(64).describe("What the temple shows.") }),
    answer: named("PairedTemple", "Your seat is local to this temple.", { templeId: z.string() }),
  },
  "pair-nearby": {
    id: "pairNearby",
    method: "post",
    summary: "Show your name on a temple nearby, whose button pairs it",
    description:
      "Who presses its pair button meanwhile makes your seat local to it, and the state says so (temple protocol P-6).",
    is: ["temple"],
    payload: z.object({ templeId: z.string().max(64) }),
    answer: named("AskedTemple", "The temple shows your name.", { wait: ms("Until that is over.") }),
  },
  "stop-nearby": {
    id: "stopNearby",
    method: "post",
    summary: "Take your name off that temple",
    description: "If it is still shown there.",
    payload: NOTHING,
    answer: Done,
  },
  "unpair-temple": {
    id: "unpairTemple",
    method: "post",
    summary: "Make your seat local to no temple",
    payload: NOTHING,
    answer: Done,
  },
} as const satisfies Record<string, MatchRequest>;

type Requests = typeof MATCH_REQUESTS;

/** Requests of the room `match`, as clients send them. */
export type MatchRequests = {
  [K in keyof Requests]: {
    payload: z.input<Requests[K]["payload"]>;
    answer: z.output<Requests[K]["answer"]>;
  };
};

/** Leaving the table for good, which the room takes from HTTP and from a closed connection alone. */
export const LeaveRequest = NOTHING;
