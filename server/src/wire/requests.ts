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
import { refusals } from "../metrics/counters.ts";
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

/**
 * Lets a room answer these requests, and rejects all others with `bad-request`, field `type`; Colyseus would answer them
 * with a failure of its own (docs/colyseus.md, "Requests that nobody answers"). Call it before anybody joins.
 */
export function answerRequests(
  room: Room,
  handlers: { readonly [type: string]: RequestHandler<unknown> },
): void {
  for (const [type, handler] of Object.entries(handlers)) {
    // oxlint-disable-next-line typescript/no-misused-promises -- Colyseus answers with what the promise resolves to
    room.onMessage(type, handler);
  }
  const dispatch = room["_onMessage"].bind(room);
  room["_onMessage"] = (client: Client, frame: Buffer) => {
    const request = readRequest(frame);
    if (request === null || Object.hasOwn(handlers, request.type)) return dispatch(client, frame);
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
  refusals.inc({ code: refusal.code });
  return refusal;
}

function nameOf(error: unknown): string {
  if (error instanceof GameError) return error.place;
  return error instanceof Error ? error.name : typeof error;
}

/** Reads the head of a request frame; `null`: it is another frame, or cannot be read. */
function readRequest(frame: Buffer): { readonly id: number; readonly type: string } | null {
  if (frame[0] !== Protocol.ROOM_REQUEST) return null;
  const at = { offset: 1 };
  try {
    const id = decode.number(frame, at);
    const type = decode.stringCheck(frame, at) ? decode.string(frame, at) : String(decode.number(frame, at));
    return { id, type };
  } catch {
    return null;
  }
}
