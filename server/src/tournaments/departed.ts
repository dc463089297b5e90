import type { Time } from "../time.ts";

/** ms for which it is believed who was deleted. */
const BELIEVED = 10_000;

interface Players {
  /** Returns those of these players who were deleted. */
  readonly findMissing: (players: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Knows which players were deleted: tournaments show no name of theirs, and do not pair them. */
export class Departed {
  readonly #time: Pick<Time, "monotonic">;
  readonly #players: Players;
  readonly #known = new WeakMap<object, { readonly gone: ReadonlySet<string>; readonly until: number }>();

  constructor(time: Pick<Time, "monotonic">, players: Players) {
    this.#time = time;
    this.#players = players;
  }

  /**
   * Returns those of these players who were deleted, as of 10 s ago at most. Rejects while they cannot be read.
   * @param of whose players they are: what was read of it before is returned
   */
  async among(of: object, players: () => readonly string[]): Promise<ReadonlySet<string>> {
    const known = this.#known.get(of);
    if (known && known.until > this.#time.monotonic()) return known.gone;
    const read = await this.#players.findMissing(players());
    const gone = known && isEqual(known.gone, read) ? known.gone : read;
    this.#known.set(of, { gone, until: this.#time.monotonic() + BELIEVED });
    return gone;
  }
}

function isEqual(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((each) => other.has(each));
}
