import { createHash } from "node:crypto";
import { SeededRandom } from "../../support/seeded-random.ts";

/**
 * Draws the same numbers each time for the same seed and name (sfc32, 128 bits of state). With 32 bits, as of `SeededRandom`, the streams of thousands
 * of processes in thousands of runs overlap: two matches had the same id.
 */
export class Chance extends SeededRandom {
  readonly #state: Uint32Array;

  /** @param name of what is drawn: other names draw other numbers */
  constructor(seed: number, name: string) {
    super(seed);
    const digest = createHash("sha256").update(`${seed} ${name}`).digest();
    this.#state = Uint32Array.from({ length: 4 }, (_, i) => digest.readUInt32LE(4 * i));
  }

  override fraction(): number {
    const state = this.#state;
    // By index: to take an array apart is to iterate it, and this is called for each byte that is drawn.
    const a = state[0] as number;
    const b = state[1] as number;
    const c = state[2] as number;
    const counter = state[3] as number;
    const drawn = (a + b + counter) >>> 0;
    state[3] = counter + 1;
    state[0] = b ^ (b >>> 9);
    state[1] = c + (c << 3);
    state[2] = ((c << 21) | (c >>> 11)) + drawn;
    return drawn / 2 ** 32;
  }
}
