import { LIMITS } from "@flower-war/protocol";
import express, { type Request, type RequestHandler } from "express";
import type { z } from "zod";
import { refuse } from "../refusal.ts";
import type { RequestQueue } from "../wire/request-queue.ts";
import { parse } from "../wire/requests.ts";

/**
 * Reads a body of at most `LIMITS.payload` bytes as text, then waits for the request's turn; one whose client has gone is dropped. Nothing
 * is parsed yet: routes count first.
 */
export function readBody(requests: RequestQueue): RequestHandler[] {
  // No client compresses so little.
  const read = express.text({ type: "application/json", limit: LIMITS.payload, inflate: false });
  return [
    read,
    (request, response, next) => {
      if (request.body === undefined) next();
      else requests.add(() => response.destroyed || request.socket.readableEnded, next);
    },
  ];
}

/**
 * Returns the JSON in a body that was read; `undefined`: there is no body.
 * @throws `RefusalError` with `bad-request` if it is neither an object nor an array
 */
export function bodyOf({ body }: Pick<Request, "body">): unknown {
  if (typeof body !== "string") return undefined;
  if (body === "") return {};
  const value = parseJson(body);
  if (typeof value !== "object" || value === null) throw refuse("bad-request");
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Parses a body as `parse` does. @throws as `bodyOf` and `parse` */
export function parseBody<P>(format: z.ZodType<P>, request: Pick<Request, "body">): P {
  return parse(format, bodyOf(request));
}
