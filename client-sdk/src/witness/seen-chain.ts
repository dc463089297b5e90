import {
  extendChain,
  HEAD_DIGITS,
  type SeenEntry,
  startChain,
  type Witness,
} from "@flower-war/rules/witness";

/** A viewer's chain of hashes over what it was shown of a match that has begun (docs/fair-dice.md). */
export class SeenChain {
  readonly header: string;
  #head: string;
  #heads = "";
  #n = 0;
  #live: readonly Range[] = [];

  /** @param seat the viewer's; `public` for all without one */
  constructor(seat: string, header: string) {
    this.header = header;
    this.#head = startChain(seat, header);
  }

  /** Continues a chain that was stored. `witness` has a header. */
  static resume(seat: string, header: string, { n, head, heads, live }: Witness): SeenChain {
    const chain = new SeenChain(seat, header);
    if (n > 0) {
      chain.#n = n;
      chain.#head = head;
      chain.#heads = heads;
      chain.#live = live;
    }
    return chain;
  }

  /** The number of the last entry. */
  get n(): number {
    return this.#n;
  }

  /** 64 lower-case hex digits. */
  get head(): string {
    return this.#head;
  }

  /** Adds the next entry. @param isLive whether it was seen when it happened */
  extend(entry: SeenEntry, isLive: boolean): void {
    this.#head = extendChain(this.#head, entry);
    this.#heads += this.#head.slice(0, HEAD_DIGITS);
    this.#n = entry.n;
    if (isLive) this.#live = joinRanges([...this.#live, [entry.n, entry.n]]);
  }

  /** Whether a chain that another client of the same viewer stored tells of the same entries, as far as both go. */
  agreesWith({ header, heads }: Witness): boolean {
    if (header !== null && header !== this.header) return false;
    const common = Math.min(heads.length, this.#heads.length);
    return heads.slice(0, common) === this.#heads.slice(0, common);
  }

  /** Adds which entries another client of the same viewer saw when they happened. */
  addLive(ranges: readonly Range[]): void {
    const known = ranges.flatMap(([from, to]): Range[] =>
      from > this.#n ? [] : [[from, Math.min(to, this.#n)]],
    );
    this.#live = joinRanges([...this.#live, ...known]);
  }

  /** The fields of a witness about the entries. */
  get seen(): Pick<Witness, "header" | "heads" | "head" | "n" | "live"> {
    return { header: this.header, heads: this.#heads, head: this.#head, n: this.#n, live: this.#live };
  }
}

/** Entries from the first to the last. */
type Range = readonly [from: number, to: number];

/** Returns the same numbers as ranges in order, none of which touches the next. */
function joinRanges(ranges: readonly Range[]): readonly Range[] {
  const joined: [number, number][] = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}
