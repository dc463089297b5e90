import { createHash } from "node:crypto";

/** Derives the seed of one thing of the n-th match or pair of matches, such that all things have chance of their own. */
export function deriveSeed(seed: string, what: string, n: number): string {
  return createHash("sha256").update(`${seed}|${what}|${n}`).digest("hex");
}
