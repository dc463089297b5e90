import type { Request } from "express";

/** Returns the secret of `Authorization: Bearer <secret>`; `null`: the request has none, or one that is meant for a proxy. */
export function bearerOf(request: Request): string | null {
  return /^Bearer (.+)$/i.exec(request.get("authorization") ?? "")?.[1] ?? null;
}
