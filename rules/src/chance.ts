import { sha256 } from "@noble/hashes/sha2.js";
import { hexToBytes } from "@noble/hashes/utils.js";

/**
 * The one stream that all chance of a match comes from (docs/rules/flower-war.md section 12).
 *
 * How the stream follows from the seed, so that anyone can compute it:
 *
 * 1. The seed is 32 bytes, written as 64 lower-case hexadecimal digits.
 * 2. Block `k` (k = 0, 1, 2, ...) is SHA-256 of 40 bytes: the seed's 32 bytes, then `k` as an unsigned 64-bit integer,
 *    big-endian. The blocks one after the other are the keystream.
 * 3. The keystream is read as unsigned 32-bit words, big-endian, so that a block holds eight of them. Word `p` is word
 *    `p mod 8` of block `floor(p / 8)`. A position in the stream is the number `p` of the next word; it starts at 0.
 * 4. An integer below `n` (1 <= n <= 2^32): let `limit` be the greatest multiple of `n` that is not above 2^32. Words
 *    are taken, one after the other, until one is below `limit`; the integer is that word modulo `n`. At least one word
 *    is taken, for `n` = 1 too.
 * 5. A die is 1 + an integer below 6.
 * 6. A shuffle of a list of length `m` (Fisher-Yates): for `i` = m - 1, m - 2, ..., 1, the item at index `i` changes
 *    places with the item at index `j`, an integer below `i` + 1 (`j` may be `i`). A list of one or none takes no word.
 *
 * A draw depends on seed and position alone; a match's state holds both.
 */
export const STREAM = "sha256-counter-32";

const COUNTER_BYTES = 8;
const WORDS_PER_BLOCK = 8;
const WORD_VALUES = 2 ** 32;

/** Returns whether a value is a seed: 64 lower-case hexadecimal digits. */
export function isSeed(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
}

/** A block of a stream, as plain data. */
export interface Block {
  /** The block's number, from 0. */
  readonly number: number;
  /** The block's eight words. */
  readonly words: readonly number[];
}

/** Reads the stream of a seed from a position on. Each setup, command and bot that draws creates its own reader. */
export class ChanceReader {
  readonly #seed: string;
  #position: number;
  #block: Block;

  /**
   * @param seed 64 lower-case hexadecimal digits
   * @param block a block that the caller has already; the reader hashes it again only if `position` lies in another one
   */
  constructor(seed: string, position = 0, block: Block = NO_BLOCK) {
    this.#seed = seed;
    this.#position = position;
    this.#block = block;
  }

  /** The position after everything drawn so far. */
  get position(): number {
    return this.#position;
  }

  /**
   * Draws an integer from 0 to `n` - 1, each as likely as any other.
   * @param n an integer from 1 to 2^32
   * @throws RangeError for any other `n`
   */
  below(n: number): number {
    if (!(n >= 1 && n <= WORD_VALUES)) throw new RangeError(`there is no integer below ${n} to draw`);
    const limit = WORD_VALUES - (WORD_VALUES % n);
    for (;;) {
      const value = this.#nextWord();
      if (value < limit) return value % n;
    }
  }

  /** Rolls a die, 1 to 6. */
  die(): number {
    return 1 + this.below(6);
  }

  /** Returns the items in a new random order; the given list stays as it is. */
  shuffle(items: readonly string[]): readonly string[] {
    return shuffledBy(items, (n) => this.below(n));
  }

  #nextWord(): number {
    this.#block = blockAt(this.#seed, this.#position, this.#block);
    const word = this.#block.words[this.#position % WORDS_PER_BLOCK];
    if (word === undefined) throw new RangeError(`there is no word ${this.#position}`);
    this.#position += 1;
    return word;
  }
}

/**
 * Returns the items in the order that a shuffle gives them (step 6 above).
 * @param draw returns an integer from 0 to `n` - 1
 */
export function shuffledBy(items: readonly string[], draw: (n: number) => number): readonly string[] {
  const mixed = [...items];
  for (let i = mixed.length - 1; i > 0; i -= 1) swap(mixed, i, draw(i + 1));
  return mixed;
}

function swap(items: string[], a: number, b: number): void {
  const atA = items[a];
  const atB = items[b];
  if (atA === undefined || atB === undefined) throw new RangeError("the index is out of range");
  items[a] = atB;
  items[b] = atA;
}

/**
 * Returns the block of a seed's stream in which a position lies.
 * @param known a block of the same stream, which is returned if it is the right one
 */
export function blockAt(seed: string, position: number, known: Block = NO_BLOCK): Block {
  const number = Math.floor(position / WORDS_PER_BLOCK);
  return known.number === number ? known : { number, words: wordsOf(seed, number) };
}

const NO_BLOCK: Block = { number: -1, words: [] };

/** Computes the words of one block (step 2 above). */
function wordsOf(seed: string, block: number): readonly number[] {
  const counter = block.toString(16).padStart(2 * COUNTER_BYTES, "0");
  const hash = sha256(hexToBytes(seed + counter));
  const words: number[] = [];
  for (let at = 0; at < hash.length; at += 4) words.push(wordAt(hash, at));
  return words;
}

/** Reads an unsigned 32-bit word, big-endian. A `DataView` would first move the bytes out of V8's heap, and take half as long again. */
function wordAt(bytes: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
  return 256 * (256 * (256 * a + b) + c) + d;
}
