import type { Client, MessageContext } from "@colyseus/core";
import type { Fault } from "@flower-war/client-sdk/protocol";
import type { Logger } from "pino";
import type { z } from "zod";
import { fault, Refused, refused } from "../fault.ts";
import { faults } from "../metrics/counts.ts";
import { waitOf } from "../wire/transport.ts";

export type RequestHandler<A> = (
  client: Client,
  payload: unknown,
  context: MessageContext,
) => Promise<A | undefined>;

/**
 * A handler for one kind of room request. It never throws: Colyseus would end the process or show the error's message to
 * the client. Whatever goes wrong is the reason with which the request is rejected, a `Fault`.
 */
export function answer<P, A>(
  log: Logger,
  format: z.ZodType<P>,
  handler: (client: Client, payload: P) => A | Promise<A>,
): RequestHandler<A> {
  return async (client, payload, context) => {
    try {
      const wait = waitOf(client);
      if (wait > 0) throw refused("too-many-messages", { wait });
      return await handler(client, parse(format, payload));
    } catch (error) {
      context.reject(toFault(error, log));
      return undefined;
    }
  };
}

/**
 * What a value is, checked once at the edge.
 * @throws `Refused` with `bad-request`, naming the first field at fault
 */
export function parse<P>(format: z.ZodType<P>, value: unknown): P {
  const parsed = format.safeParse(value);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join(".");
  throw refused("bad-request", field ? { field } : {});
}

/** What the asker may know of an error. One that is not meant for him is logged and becomes `internal`. */
export function toFault(error: unknown, log: Logger): Fault {
  const told = error instanceof Refused ? error.fault : fault("internal");
  if (!(error instanceof Refused)) log.error({ err: error }, "a request failed");
  faults.inc({ code: told.code });
  return told;
}
