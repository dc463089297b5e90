import { hash } from "node:crypto";

/** Ids for which there is room at first. */
const FIRST_ROOM = 32;
/** Ids that are looked through one by one, in a microsecond. More have an index. */
const SCANNED = 1024;

/**
 * The ids of a match's accepted commands, one an entry, in the entries' order. It keeps 64 bits of a SHA-256 of each, a tenth of what the ids
 * take: those of a match stay in memory to its end. That two ids of 10,000 have the same is as likely as 3 in 10^12.
 */
export class AcceptedIds {
  readonly #key: string;
  /** Two numbers an id. */
  #hashes = new Uint32Array(2 * FIRST_ROOM);
  #count = 0;
  /** Numbers of entries, each at the first place that was free from that of its hash on. 0: a free one, as at least half are. `null`: there are few. */
  #index: Uint32Array | null = null;
  /** The id that was looked for last, which is mostly added next, and its hash. */
  #last: { readonly id: string; readonly hash: readonly [number, number] } | null = null;

  /**
   * @param key what no player knows while the match is played: who knew it could search for an id that is taken for another one, such as
   *   that of a command which the server will play for an absent player
   */
  constructor(key: string) {
    this.#key = key;
  }

  /** How many there are, which is the number of the last entry. */
  get count(): number {
    return this.#count;
  }

  /** Adds the id of the next entry. */
  add(id: string): void {
    const end = 2 * this.#count;
    if (end === this.#hashes.length) {
      const larger = new Uint32Array(end + 2 * Math.ceil(this.#count / 2));
      larger.set(this.#hashes);
      this.#hashes = larger;
    }
    [this.#hashes[end], this.#hashes[end + 1]] = this.#hash(id);
    this.#count += 1;
    if (this.#count <= SCANNED) return;
    if (this.#index !== null && 2 * this.#count <= this.#index.length) this.#insert(this.#index, this.#count);
    else this.#rebuildIndex();
  }

  /** Returns the number of the entry that the command of this id made; `null`: none. */
  find(id: string): number | null {
    const [first, second] = this.#hash(id);
    if (this.#index !== null) return this.#findIn(this.#index, first, second);
    // A repeated command is mostly one of the last.
    for (let at = 2 * (this.#count - 1); at >= 0; at -= 2) {
      if (this.#hashes[at] === first && this.#hashes[at + 1] === second) return at / 2 + 1;
    }
    return null;
  }

  #findIn(index: Uint32Array, first: number, second: number): number | null {
    const mask = index.length - 1;
    for (let at = first & mask; ; at = (at + 1) & mask) {
      const n = index[at] ?? 0;
      if (n === 0) return null;
      if (this.#hashes[2 * n - 2] === first && this.#hashes[2 * n - 1] === second) return n;
    }
  }

  #rebuildIndex(): void {
    this.#index = new Uint32Array(2 ** Math.ceil(Math.log2(2 * this.#count)));
    for (let n = 1; n <= this.#count; n++) this.#insert(this.#index, n);
  }

  #insert(index: Uint32Array, n: number): void {
    const mask = index.length - 1;
    let at = (this.#hashes[2 * n - 2] ?? 0) & mask;
    while (index[at] !== 0) at = (at + 1) & mask;
    index[at] = n;
  }

  #hash(id: string): readonly [number, number] {
    if (this.#last?.id === id) return this.#last.hash;
    const digest = hash("sha256", `${this.#key}:${id}`, "buffer");
    this.#last = { id, hash: [digest.readUInt32LE(0), digest.readUInt32LE(4)] };
    return this.#last.hash;
  }
}
