import type { RequestHandler } from "express";
import { refused } from "../fault.ts";
import { isSameSecret } from "../secrets.ts";

/**
 * Lets only those pass who send `Authorization: Bearer <secret>`.
 * @param secret `null`: nobody has it
 */
export function onlyBearerOf(secret: string | null): RequestHandler {
  return (request, _response, next) => {
    const sent = /^Bearer (.+)$/i.exec(request.get("authorization") ?? "")?.[1];
    if (secret === null || sent === undefined || !isSameSecret(sent, secret)) throw refused("unauthorized");
    next();
  };
}
