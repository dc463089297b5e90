import type { Request, RequestHandler } from "express";
import { refuse } from "../refusal.ts";
import { isSameSecret } from "../secrets.ts";

/** Returns the secret of `Authorization: Bearer <secret>`; `null`: the request has none, or one that is meant for a proxy. */
export function bearerOf(request: Request): string | null {
  return /^Bearer (.+)$/i.exec(request.get("authorization") ?? "")?.[1] ?? null;
}

/**
 * Requires `Authorization: Bearer <secret>`.
 * @param secret `null`: every request is refused
 */
export function requireBearer(secret: string | null): RequestHandler {
  return (request, _response, next) => {
    const sent = bearerOf(request);
    if (secret === null || sent === null || !isSameSecret(sent, secret)) throw refuse("unauthorized");
    next();
  };
}
