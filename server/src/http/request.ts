/* What is read of a request, and required of it, before its operation answers. */
import { LIMITS } from "@flower-war/protocol";
import { VersionedRequest } from "@flower-war/protocol/schemas";
import express, { type Request, type RequestHandler, type Response } from "express";
import type { z } from "zod";
import type { MatchMaker } from "../cluster/match-maker.ts";
import type { Receiver } from "../match/seats/client-auth.ts";
import type { Act } from "../quotas/acts.ts";
import type { Quotas } from "../quotas/quotas.ts";
import { refuse } from "../refusal.ts";
import type { RequestQueue } from "../wire/request-queue.ts";
import { parse } from "../wire/requests.ts";

/** ms after which another server, or the successor of this one, may be asked. */
const MOVE_WAIT = 200;

/**
 * Refuses requests while the server starts or drains, or other servers answer them in its place.
 * @param isDown as in `StepDown`; default: they do not
 */
export function requireReadyOf(matchMaker: MatchMaker, isDown = (): boolean => false): RequestHandler {
  return (_request, _response, next) => {
    if (matchMaker.state === "draining") throw refuse("draining", { wait: MOVE_WAIT });
    if (matchMaker.state !== "ready") throw refuse("unavailable");
    if (isDown()) throw refuse("unavailable", { wait: MOVE_WAIT });
    next();
  };
}

/** Whether a request has a body (RFC 9112, section 6.3). */
export function hasBody(request: Pick<Request, "get">): boolean {
  return request.get("transfer-encoding") !== undefined || Number(request.get("content-length") ?? 0) > 0;
}

/** Returns the secret of `Authorization: Bearer <secret>`; `null`: the request has none, or one for a proxy. */
export function bearerOf(request: Request): string | null {
  return /^Bearer (.+)$/i.exec(request.get("authorization") ?? "")?.[1] ?? null;
}

/** Returns where the reservation goes that a request asks for. @throws `RefusalError` with `bad-request` */
export function receiverOf(request: Request): Receiver {
  const { without } = parse(VersionedRequest, bodyOf(request) ?? {});
  return { address: request.ip ?? "", ...(without?.includes("legal") && { withoutLegal: true }) };
}

/** Counts a request before its body is parsed. As Express' `RequestHandler`, but it leaves the types of a path's parameters alone. */
export type CountRequest = (
  request: Pick<Request, "ip">,
  response: Pick<Response, "once" | "statusCode">,
  next?: () => void,
) => Promise<void>;

/**
 * Refuses requests as `Quotas.count`.
 * @param options.forgives whether one that proves to be malformed is given back, as `Quotas.forgive` does. Default `false`
 */
export function countRequest(
  quotas: Quotas,
  act: Act,
  { forgives = false }: { readonly forgives?: boolean } = {},
): CountRequest {
  return async ({ ip: address = "" }, response, next) => {
    await quotas.count(act, { address });
    if (forgives) {
      response.once("finish", () => {
        if (response.statusCode === 400) void quotas.forgive(act, { address });
      });
    }
    next?.();
  };
}

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
export function bodyOf(request: Pick<Request, "body">): unknown {
  const body: unknown = request.body;
  if (typeof body !== "string") return body;
  const value = body === "" ? {} : parseJson(body);
  if (typeof value !== "object" || value === null) throw refuse("bad-request");
  // A seat request reads its body five times.
  request.body = value;
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
