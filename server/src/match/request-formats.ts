import {
  BOT_KINDS,
  CLAIMS,
  LIMITS,
  type MatchRequests,
  NAME_BYTES,
  REACTIONS,
  REPORT_REASONS,
} from "@flower-war/protocol";
import { AGREEMENTS } from "@flower-war/rules";
import { isSignature } from "@flower-war/rules/witness";
import { z } from "zod";

/*
 * Formats of the payloads of room requests. What a command means is for the rules to say. Descriptions, and what the metadata says of
 * formats that a function checks, are for the document of the HTTP API.
 */

const SEAT_NAME = z.string().max(64).describe("A seat's name, e.g. `east`.");
const ID = z.string().regex(/^[\w-]{1,64}$/);
const OFFER_NAME = z.string().max(64).describe("Of the open offer.");
const HEX_64 = { type: "string", pattern: "^[0-9a-f]{64}$" } as const;

const SEAT = z.object({ seat: SEAT_NAME });
const AFTER = z.object({ after: z.int().min(0) });
/** The server limits the text by its characters; a spectator has a name. */
const LINE = z.object({
  id: ID.describe("Your name for this line: a repeated one is said once."),
  name: z.string().optional().describe("Of a spectator, who has to have one."),
});
/** The rules say whether it is a command. */
const COMMAND = z.looseObject({}).meta({
  id: "Command",
  description: "What a seat does: `type`, and what the game's rules add to it.",
  properties: { type: { type: "string" } },
  required: ["type"],
});
/** An empty payload, or a missing one. */
export const NO_PAYLOAD = z.object({}).optional();

/** The format of each request's payload. */
export const REQUEST_FORMATS = {
  command: z.object({
    id: ID.describe("Your name for this command: a repeated request gets the first answer."),
    command: COMMAND,
  }),
  /** The rules say whether it is a nonce. */
  nonce: z.object({
    nonce: z.unknown().meta({
      type: "string",
      pattern: "^[A-Za-z0-9_-]{1,64}$",
      description: "Your random part of the dice.",
    }),
  }),
  /** The same of seals and keys. */
  seal: z.object({
    seal: z.unknown().meta({ ...HEX_64, description: "SHA-256 of the nonce's text." }),
    key: z.unknown().meta({
      type: "string",
      pattern: "^([0-9a-f]{64})?$",
      description: "The public key with which the seat signs (Ed25519); empty: it signs nothing.",
    }),
  }),
  witness: z.object({
    n: z.int().min(1).describe("The number of the entry after which the chain has this head."),
    head: z.string().regex(/^[0-9a-f]{64}$/),
    signature: z.string().refine(isSignature).meta({ pattern: "^[0-9a-f]{128}$" }),
  }),
  ready: z.object({ ready: z.boolean() }),
  "move-seat": SEAT,
  "seat-bot": SEAT.extend({ kind: z.enum(BOT_KINDS) }),
  "free-seat": SEAT,
  challenge: SEAT.extend({ bot: z.string().max(NAME_BYTES).describe("The bot account's id or name.") }),
  "hand-over": SEAT,
  "show-code": z.object({ shown: z.boolean() }),
  start: NO_PAYLOAD,
  here: NO_PAYLOAD,
  offer: z.object({ what: z.enum(AGREEMENTS) }),
  accept: z.object({ id: OFFER_NAME }),
  decline: z.object({ id: OFFER_NAME }),
  claim: z.object({ what: z.enum(CLAIMS) }),
  legal: NO_PAYLOAD,
  log: AFTER,
  header: NO_PAYLOAD,
  say: LINE.extend({ text: z.string() }),
  react: LINE.extend({ reaction: z.enum(REACTIONS) }),
  chat: AFTER,
  time: NO_PAYLOAD,
  report: z.object({
    seat: SEAT_NAME,
    reason: z.enum(REPORT_REASONS),
    text: z
      .string()
      .transform((text) => text.replaceAll(/\p{C}+/gu, " ").trim())
      .pipe(z.string().max(LIMITS.reportText)),
  }),
  "pair-temple": z.object({ code: z.string().max(64).describe("What the temple shows.") }),
  "nearby-temples": NO_PAYLOAD,
  "pair-nearby": z.object({ templeId: z.string().max(64) }),
  "stop-nearby": NO_PAYLOAD,
  "unpair-temple": NO_PAYLOAD,
} as const satisfies { readonly [K in keyof MatchRequests]: z.ZodType };
