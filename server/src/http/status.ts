import type { Code } from "@flower-war/client-sdk/protocol";

/** The HTTP status of each of our own codes. */
const STATUS: { readonly [C in Code]: number } = {
  "bad-request": 400,
  "bad-option": 400,
  "bad-temple-id": 400,
  "bad-nonce": 400,
  "bad-database": 400,
  unauthorized: 401,
  "bad-token": 403,
  "expired-token": 403,
  "unknown-match": 404,
  "unknown-seat": 404,
  "unknown-temple": 404,
  "bad-code": 404,
  "not-found": 404,
  "seat-taken": 409,
  "match-full": 409,
  "match-not-started": 409,
  "match-not-over": 409,
  "match-ended": 409,
  "match-damaged": 409,
  "temple-elsewhere": 409,
  "no-temples": 409,
  "temple-known": 409,
  "no-database": 409,
  "too-large": 413,
  "too-many-creations": 429,
  "too-many-seats": 429,
  "too-many-messages": 429,
  "too-many-codes": 429,
  internal: 500,
  draining: 503,
  unavailable: 503,
};

/** The HTTP status of a fault; a game's own refusal is a conflict with the state of its match. */
export function statusOf(code: string): number {
  return code in STATUS ? STATUS[code as Code] : 409;
}
