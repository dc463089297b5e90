import { createHash, randomInt } from "node:crypto";

/** Draws the same numbers each time for the same seed (mulberry32). */
export class SeededRandom {
  #state: number;

  /** @param seed an integer; its lowest 32 bits count */
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Draws a fraction from 0, inclusive, to 1, exclusive. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Draws whether something of this probability, from 0 to 1, happens. */
  happens(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** Draws an integer from 0 to `limit - 1`. */
  below(limit: number): number {
    return Math.floor(this.fraction() * limit);
  }

  /** Draws lower case hexadecimal digits. */
  hex(digits: number): string {
    return Array.from({ length: digits }, () => this.below(16).toString(16)).join("");
  }
}

/** The seed of this run, an integer below 2^32: `FLOWER_WAR_SEED`, or a new one. */
export const SEED = Number(process.env["FLOWER_WAR_SEED"] ?? randomInt(2 ** 32));

/**
 * Creates the generator of one test's pauses and choices, and prints the seed that repeats them.
 * @param test names the test: tests of one run draw different numbers, in any order
 * @param seed default: of this run
 */
export function seedTest(test: string, seed = SEED): SeededRandom {
  console.log(`${test}: FLOWER_WAR_SEED=${seed}`);
  return new SeededRandom(createHash("sha256").update(`${seed} ${test}`).digest().readUInt32BE());
}
