import type { MatchRequests } from "@flower-war/protocol";
import { z } from "zod";
import { COMMAND, DONE, fieldsOf, HEX_64, moment, ms, schemaOf } from "./schema.ts";
import { CHAT_FIELDS } from "./stream-schemas.ts";

type Answers = { readonly [K in keyof MatchRequests]: MatchRequests[K]["answer"] };

const NOW = schemaOf<Answers["time"]>()("ServerTime", "The server's time.", { now: moment() });
const SAID = schemaOf<Answers["say"]>()("Said", "The line is durable.", {
  n: z.int().describe("Its number in the chat."),
});

const LOGGED_ENTRY = z.tuple([moment("When it was made."), z.int(), z.string()], z.unknown()).meta({
  id: "LoggedEntry",
  description: "When it was made, its number, its seat, then its events, packed.",
});

/** The answers of the requests of a match, as protocol/src/match-room.ts declares them. */
export const REQUEST_ANSWERS = fieldsOf<Answers>()({
  seal: schemaOf<Answers["seal"]>()("SealGiven", "The seal of your seat that counts: the first.", {
    seal: HEX_64,
    key: z.string(),
  }),
  nonce: schemaOf<Answers["nonce"]>()("NonceGiven", "The nonce of your seat that counts: the first.", {
    nonce: z.string(),
  }),
  command: schemaOf<Answers["command"]>()("CommandAnswer", "The command is durable, and has happened.", {
    n: z.int().describe("The number of the entry that the command made, from 1."),
    legal: z.array(COMMAND).optional().describe("The commands that you may send now."),
  }),
  legal: schemaOf<Answers["legal"]>()("Legal", "The commands that your seat may send now.", {
    commands: z.array(COMMAND),
  }),
  log: schemaOf<Answers["log"]>()("LogPage", "Entries of the match, in order, without a gap.", {
    entries: z.array(LOGGED_ENTRY),
    n: z.int().describe("Number of the match's entries so far: ask again until you have it."),
    own: z
      .array(z.tuple([z.int(), COMMAND]))
      .optional()
      .describe("Those of your own seat, with their commands."),
  }),
  header: schemaOf<Answers["header"]>()("Header", "The first line of the match's record.", {
    header: z.string(),
  }),
  chat: schemaOf<Answers["chat"]>()("ChatPage", "Lines of the chat, in order.", {
    lines: z.array(z.object(CHAT_FIELDS).meta({ id: "ChatLine" })),
    more: z.boolean().describe("Whether there are later lines."),
  }),
  here: NOW,
  time: NOW,
  say: SAID,
  react: SAID,
  "pair-temple": schemaOf<Answers["pair-temple"]>()("PairedTemple", "Your seat is local to this temple.", {
    templeId: z.string(),
  }),
  "nearby-temples": schemaOf<Answers["nearby-temples"]>()("NearbyTemples", "Temples in your own network.", {
    temples: z
      .array(z.object({ templeId: z.string(), elsewhere: z.boolean() }).meta({ id: "NearbyTemple" }))
      .nullable()
      .describe("`null`: none is offered to this address."),
  }),
  "pair-nearby": schemaOf<Answers["pair-nearby"]>()("AskedTemple", "The temple shows your name.", {
    wait: ms("Until that is over."),
  }),
  ready: DONE,
  "move-seat": DONE,
  "seat-bot": DONE,
  "free-seat": DONE,
  challenge: DONE,
  "hand-over": DONE,
  start: DONE,
  "show-code": DONE,
  offer: DONE,
  accept: DONE,
  decline: DONE,
  claim: DONE,
  witness: DONE,
  report: DONE,
  "stop-nearby": DONE,
  "unpair-temple": DONE,
});
