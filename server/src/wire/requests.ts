import {
  type Client,
  getMessageBytes,
  type MessageContext,
  Protocol,
  ResponseStatus,
  type Room,
} from "@colyseus/core";
import { decode } from "@colyseus/schema";
import type { RefusalBody } from "@flower-war/protocol";
import { sumUp } from "@flower-war/protocol/log";
import type { Logger } from "pino";
import type { z } from "zod";
import { GameError } from "../game-error.ts";
import { countFault } from "../metrics/count-fault.ts";
import { RefusalError, refusalBody, refuse, refuseValue } from "../refusal.ts";
import { expectedAt } from "./expected.ts";
import { waitOf } from "./transport.ts";

export type RequestHandler<A> = (
  client: Client,
  payload: unknown,
  context: MessageContext,
) => Promise<A | undefined>;

/**
 * Builds the handler of one kind of room request. The handler never throws: Colyseus would end the process or show the
 * error's message to the client. Whatever goes wrong rejects the request with a `RefusalBody`.
 */
export function handle<P, A>(
  log: Logger,
  format: z.ZodType<P>,
  handler: (client: Client, payload: P) => A | Promise<A>,
): RequestHandler<A> {
  return async (client, payload, context) => {
    try {
      const wait = waitOf(client);
      if (wait > 0) throw refuse("too-many-messages", { wait });
      return await handler(client, parse(format, payload));
    } catch (error) {
      context.reject(toRefusal(error, log));
      return undefined;
    }
  };
}

/** Returns the handler of requests of a type; `undefined`: there is none. */
export type FindHandler = (type: string) => RequestHandler<unknown> | undefined;

/** Returns what has that name; `undefined`: nothing has, and what every object inherits does not count. */
export function findNamed<T>(named: { readonly [name: string]: T }, name: string): T | undefined {
  return Object.hasOwn(named, name) ? named[name] : undefined;
}

/**
 * Lets a room answer requests, and rejects those without a handler with `bad-request`, field `type`; Colyseus would answer them
 * with a failure of its own (docs/colyseus.md, "Requests without an answer"). Call it before the first join.
 * @param find is asked when the first request of a type comes: all handlers of a match would be a sixth of its memory
 */
export function answerRequests(room: Room, find: FindHandler): void {
  const known = new Set<string>();
  const isAnswered = (type: string): boolean => {
    if (known.has(type)) return true;
    const handler = find(type);
    if (handler === undefined) return false;
    known.add(type);
    // oxlint-disable-next-line typescript/no-misused-promises -- Colyseus answers with what the promise resolves to
    room.onMessage(type, handler);
    return true;
  };
  const dispatch = room["_onMessage"].bind(room);
  room["_onMessage"] = (client: Client, frame: Buffer) => {
    const request = readRequest(frame);
    if (request === null || isAnswered(request.type) || request.id === null) return dispatch(client, frame);
    const wait = waitOf(client);
    const reason =
      wait > 0 ? refusalBody("too-many-messages", { wait }) : refusalBody("bad-request", { field: "type" });
    const answer = getMessageBytes[Protocol.ROOM_RESPONSE];
    return client.enqueueRaw(answer(request.id, ResponseStatus.REJECTED, reason));
  };
}

/**
 * Parses a value from outside.
 * @throws `RefusalError` with `bad-request`, naming the first field at fault and what it takes
 */
export function parse<P>(format: z.ZodType<P>, value: unknown): P {
  const parsed = format.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue === undefined || issue.path.length === 0) throw refuse("bad-request");
  throw refuseValue("bad-request", issue.path.join("."), expectedAt(format, issue));
}

/** Returns what a client may know of an error. One that is not a refusal is logged and becomes `internal`. */
export function toRefusal(error: unknown, log: Logger): RefusalBody {
  const refusal = error instanceof RefusalError ? error.body : refusalBody("internal");
  if (!(error instanceof RefusalError)) log.error(sumUp({ err: error }, nameOf(error)), "request failed");
  countFault(error);
  return refusal;
}

function nameOf(error: unknown): string {
  if (error instanceof GameError) return error.place;
  return error instanceof Error ? error.name : typeof error;
}

/** Reads the head of a request, or of a message, which has no id; `null`: it is another frame, or cannot be read. */
function readRequest(frame: Buffer): { readonly id: number | null; readonly type: string } | null {
  if (frame[0] !== Protocol.ROOM_REQUEST && frame[0] !== Protocol.ROOM_DATA) return null;
  const at = { offset: 1 };
  try {
    const id = frame[0] === Protocol.ROOM_REQUEST ? decode.number(frame, at) : null;
    const type = decode.stringCheck(frame, at) ? decode.string(frame, at) : String(decode.number(frame, at));
    return { id, type };
  } catch {
    return null;
  }
}
