import { createHash, timingSafeEqual } from "node:crypto";
import type { RequestHandler } from "express";
import { refused } from "../fault.ts";

/**
 * Lets only those pass who send `Authorization: Bearer <secret>`.
 * @param secret `null`: nobody has it
 */
export function onlyBearerOf(secret: string | null): RequestHandler {
  return (request, _response, next) => {
    const sent = /^Bearer (.+)$/i.exec(request.get("authorization") ?? "")?.[1];
    if (secret === null || sent === undefined || !equal(sent, secret)) throw refused("unauthorized");
    next();
  };
}

/** Takes as long whatever the two have in common. */
function equal(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
