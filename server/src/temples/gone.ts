import { Refused } from "../fault.ts";

/** Why a match can be called no more, and never again. */
const GONE: readonly string[] = ["unknown-match", "match-ended", "match-damaged"];

/** Whether a match was called in vain for good: bindings to it end. */
export function isGone(error: unknown): boolean {
  return error instanceof Refused && GONE.includes(error.fault.code);
}
