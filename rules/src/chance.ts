import { sha256 } from "@noble/hashes/sha2.js";
import { hexToBytes } from "@noble/hashes/utils.js";

/**
 * The one stream that all chance of a match comes from (docs/rules/flower-war.md section 12).
 *
 * How it is made from the seed, so that anybody can make it again:
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
 * Everything here is a pure function of seed and position; the caller keeps the position.
 */
export const STREAM = "sha256-counter-32";

/** What was drawn, and the position after it. */
export interface Drawn<V> {
  readonly value: V;
  readonly position: number;
}

const SEED_BYTES = 32;
const WORDS_A_BLOCK = 8;
const WORD_VALUES = 2 ** 32;

/** Whether a value is a seed: 64 lower-case hexadecimal digits. */
export function isSeed(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
}

/** An integer from 0 to `n` - 1, each as likely as any other; `n` is an integer from 1 to 2^32. */
export function below(seed: string, position: number, n: number): Drawn<number> {
  if (!(n >= 1 && n <= WORD_VALUES)) throw new RangeError(`there is no integer below ${n} to be drawn`);
  const limit = WORD_VALUES - (WORD_VALUES % n);
  let next = position;
  for (;;) {
    const value = word(seed, next);
    next += 1;
    if (value < limit) return { value: value % n, position: next };
  }
}

/** A die's roll, 1 to 6. */
export function die(seed: string, position: number): Drawn<number> {
  const drawn = below(seed, position, 6);
  return { value: drawn.value + 1, position: drawn.position };
}

/** The items in a new random order; the list given stays as it is. */
export function shuffle(seed: string, position: number, items: readonly string[]): Drawn<readonly string[]> {
  let next = position;
  const value = shuffledBy(items, (n) => {
    const drawn = below(seed, next, n);
    next = drawn.position;
    return drawn.value;
  });
  return { value, position: next };
}

/**
 * The items in the order that a shuffle gives them (step 6 above).
 * @param draw an integer from 0 to `n` - 1
 */
export function shuffledBy(items: readonly string[], draw: (n: number) => number): readonly string[] {
  const mixed = [...items];
  for (let i = mixed.length - 1; i > 0; i -= 1) swap(mixed, i, draw(i + 1));
  return mixed;
}

function swap(items: string[], a: number, b: number): void {
  const [atA, atB] = [items[a], items[b]];
  if (atA === undefined || atB === undefined) throw new RangeError("no such index");
  items[a] = atB;
  items[b] = atA;
}

/** A stream while it is read: most words follow the one before, so its seed's bytes and its latest block are kept. */
interface Keystream {
  readonly seed: string;
  /** The seed's bytes, and room for a block's number. */
  readonly input: Uint8Array<ArrayBuffer>;
  block: number;
  words: DataView<ArrayBuffer>;
}

let last = keystreamOf("00".repeat(SEED_BYTES));

function word(seed: string, position: number): number {
  if (last.seed !== seed) last = keystreamOf(seed);
  const block = Math.floor(position / WORDS_A_BLOCK);
  if (last.block !== block) readBlock(last, block);
  return last.words.getUint32(4 * (position % WORDS_A_BLOCK));
}

function keystreamOf(seed: string): Keystream {
  const input = new Uint8Array(SEED_BYTES + 8);
  input.set(hexToBytes(seed));
  return { seed, input, block: -1, words: new DataView(input.buffer) };
}

function readBlock(stream: Keystream, block: number): void {
  const number = new DataView(stream.input.buffer, SEED_BYTES);
  number.setUint32(0, Math.floor(block / WORD_VALUES));
  number.setUint32(4, block % WORD_VALUES);
  stream.words = new DataView(sha256.create().update(stream.input).digest().buffer);
  stream.block = block;
}
