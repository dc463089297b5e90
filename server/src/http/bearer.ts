import type { RequestHandler } from "express";
import { refuse } from "../refusal.ts";
import { isSameSecret } from "../secrets.ts";

/**
 * Requires `Authorization: Bearer <secret>`.
 * @param secret `null`: every request is refused
 */
export function requireBearer(secret: string | null): RequestHandler {
  return (request, _response, next) => {
    const sent = /^Bearer (.+)$/i.exec(request.get("authorization") ?? "")?.[1];
    if (secret === null || sent === undefined || !isSameSecret(sent, secret)) throw refuse("unauthorized");
    next();
  };
}
