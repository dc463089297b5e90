import {
  MATCH_ACTS,
  MATCH_QUESTIONS,
  type MatchRequests,
  PATHS,
  type RefusalCode,
} from "@flower-war/protocol";
import { REQUEST_FORMATS } from "../../src/match/request-formats.ts";
import { AFTER } from "../../src/http/formats.ts";
import { MATCH, NAME_REFUSALS, ROOM_REFUSALS } from "./match-operations.ts";
import type { Operation } from "./operation.ts";
import { REQUEST_ANSWERS } from "./request-answers.ts";
import { DONE } from "./schema.ts";
import { PLAIN_MATCH } from "./stream-schemas.ts";

interface Request {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** Spectators may, too. */
  readonly isForAll?: true;
  readonly refusals?: readonly RefusalCode[];
}

/** How a request of a table's host is refused. */
const HOST_REFUSALS: readonly RefusalCode[] = ["not-host", "match-begun"];
const TEMPLE_REFUSALS: readonly RefusalCode[] = ["no-temples"];
const LINE_REFUSALS: readonly RefusalCode[] = [
  ...NAME_REFUSALS,
  "muted",
  "silent",
  "text-missing",
  "text-too-long",
  "too-many-lines",
  "chat-full",
];
const BEGUN_REFUSALS: readonly RefusalCode[] = ["match-not-started", "match-ended"];

const REQUESTS: { readonly [K in keyof MatchRequests]: Request } = {
  command: {
    id: "sendCommand",
    summary: "Play a command",
    description: "The answer comes when it is durable. Without an answer send it again with the same `id`.",
    refusals: BEGUN_REFUSALS,
  },
  legal: { id: "getLegal", summary: "List the commands that your seat may send now", isForAll: true },
  log: {
    id: "getLog",
    summary: "Read a page of the match's entries",
    description: "Packed, as over a WebSocket; those of the stream are easier to read.",
    isForAll: true,
  },
  header: {
    id: "getHeader",
    summary: "Read the first line of the match's record",
    isForAll: true,
    refusals: ["match-not-started", "no-header"],
  },
  chat: { id: "getChat", summary: "Read a page of the chat", isForAll: true },
  time: { id: "getTime", summary: "Ask for the server's time", isForAll: true },
  "nearby-temples": {
    id: "getNearbyTemples",
    summary: "List the temples in your own network",
    refusals: TEMPLE_REFUSALS,
  },
  seal: {
    id: "giveSeal",
    summary: "Seal your nonce",
    refusals: ["bad-seal", "seals-fixed", "match-begun"],
  },
  nonce: {
    id: "giveNonce",
    summary: "Reveal the nonce that you sealed, or give an open one where the table takes it",
    refusals: ["bad-nonce", "seal-required", "seals-open", "match-begun"],
  },
  ready: { id: "setReady", summary: "Say whether you are ready", refusals: ["match-begun"] },
  "move-seat": {
    id: "moveSeat",
    summary: "Move to an open seat",
    refusals: ["match-begun", "match-full", "seals-fixed", "seat-taken", "unknown-seat"],
  },
  "seat-bot": {
    id: "seatBot",
    summary: "Let a bot take an open seat",
    refusals: [...HOST_REFUSALS, "match-full", "seals-fixed", "seat-taken", "unknown-seat"],
  },
  "free-seat": {
    id: "freeSeat",
    summary: "Open the seat of a bot or of another player",
    refusals: [...HOST_REFUSALS, "own-seat", "seals-fixed", "unknown-seat"],
  },
  challenge: {
    id: "challengeBot",
    summary: "Invite a bot account to an open seat",
    refusals: [
      ...HOST_REFUSALS,
      "bot-busy",
      "challenge-open",
      "seat-taken",
      "several-bots",
      "too-many-challenges",
      "unknown-bot",
      "unknown-seat",
    ],
  },
  "hand-over": {
    id: "handOver",
    summary: "Make another player the host",
    refusals: [...HOST_REFUSALS, "no-player", "own-seat", "unknown-seat"],
  },
  "show-code": {
    id: "showCode",
    summary: "Let others join this private match by its short code, or not",
    refusals: HOST_REFUSALS,
  },
  start: {
    id: "startMatch",
    summary: "Begin the match with those who sit",
    refusals: [...HOST_REFUSALS, "too-few-players"],
  },
  here: { id: "sayHere", summary: "Make a seat yours again that was away", isForAll: true },
  offer: {
    id: "offerEnd",
    summary: "Offer the others to end the match",
    refusals: [...BEGUN_REFUSALS, "abort-too-late", "no-opponent", "offer-open", "too-many-offers"],
  },
  accept: {
    id: "acceptOffer",
    summary: "Agree to the open offer",
    refusals: [...BEGUN_REFUSALS, "no-offer"],
  },
  decline: {
    id: "declineOffer",
    summary: "Close the open offer",
    refusals: [...BEGUN_REFUSALS, "no-offer"],
  },
  claim: {
    id: "claimEnd",
    summary: "Win, or abort the match, when all others are away",
    refusals: [...BEGUN_REFUSALS, "not-away"],
  },
  witness: {
    id: "signEntry",
    summary: "Sign what your seat has seen",
    refusals: ["bad-signature", "match-not-started", "no-header", "no-key"],
  },
  say: { id: "say", summary: "Say a line in the chat", isForAll: true, refusals: LINE_REFUSALS },
  react: { id: "react", summary: "React in the chat", isForAll: true, refusals: LINE_REFUSALS },
  report: {
    id: "reportPlayer",
    summary: "Tell the operator of another player",
    isForAll: true,
    refusals: ["no-player", "own-seat", "too-many-reports", "unknown-seat"],
  },
  "pair-temple": {
    id: "pairTemple",
    summary: "Make your seat local to the temple that shows this code",
    refusals: [...TEMPLE_REFUSALS, "bad-code", "temple-away", "temple-elsewhere"],
  },
  "pair-nearby": {
    id: "pairNearby",
    summary: "Show your name on a temple nearby, whose button pairs it",
    refusals: [
      ...TEMPLE_REFUSALS,
      "no-nearby",
      "pairing-open",
      "temple-away",
      "temple-busy",
      "temple-elsewhere",
      "too-many-pairings",
    ],
  },
  "stop-nearby": { id: "stopNearby", summary: "Take your name off that temple" },
  "unpair-temple": { id: "unpairTemple", summary: "Make your seat local to no temple" },
};

type RequestType = keyof MatchRequests;

const operationOf = (type: RequestType) => {
  const { id, summary, description, isForAll, refusals = [] } = REQUESTS[type];
  return {
    id,
    tag: "match",
    summary,
    ...(description !== undefined && { description }),
    token: isForAll ? "seat?" : "seat",
    params: MATCH,
    answer: REQUEST_ANSWERS[type],
    refusals: [...ROOM_REFUSALS, ...refusals],
    isRuled: true,
  } as const satisfies Partial<Operation>;
};

/** Whether a `GET` of this request takes `after`. */
const isPaged = (type: RequestType) => type === "log" || type === "chat";

/** The format of the body of a `POST`; `undefined`: it has none. */
function bodyOf(type: RequestType) {
  const format = REQUEST_FORMATS[type];
  return "shape" in format ? format.meta({ id: `${pascal(REQUESTS[type].id)}Request` }) : undefined;
}

const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** What a seat, or a spectator, asks and does in a match: the requests of its room. */
export const REQUEST_OPERATIONS: readonly Operation[] = [
  {
    method: "get",
    path: `${PATHS.match}/view`,
    id: "getView",
    tag: "match",
    summary: "Read the match as you see it now",
    token: "seat?",
    params: MATCH,
    answer: PLAIN_MATCH,
    refusals: ROOM_REFUSALS,
  },
  ...MATCH_QUESTIONS.map(
    (type): Operation => ({
      ...operationOf(type),
      method: "get",
      path: `${PATHS.match}/${type}`,
      ...(isPaged(type) && { query: AFTER }),
    }),
  ),
  ...MATCH_ACTS.map((type): Operation => {
    const body = bodyOf(type);
    return {
      ...operationOf(type),
      method: "post",
      path: `${PATHS.match}/${type === "command" ? "commands" : type}`,
      ...(body && { body }),
    };
  }),
  {
    method: "post",
    path: `${PATHS.match}/leave`,
    id: "leaveSeat",
    tag: "match",
    summary: "Leave the table for good, before the match begins",
    description: "Others can take your seat; your stream ends, and your token is `bad-token` from then on.",
    token: "seat",
    params: MATCH,
    answer: DONE,
    refusals: [...ROOM_REFUSALS, "match-begun"],
    isRuled: true,
  },
];
