import type { House } from "../house/house.ts";
import { START } from "../kernel/start.ts";
import type { WorldTable } from "../people/world-table.ts";

/** The addresses of people: players and spectators. */
const PEOPLE = /^10\.[12]\./;

interface Frame {
  readonly at: number;
  readonly chunk: Buffer;
}

/** Finds the secret of a match, and the seed of its dice, in what the machines of players and spectators received while it ran. */
export class SecretOracle {
  readonly #house: House;
  readonly #frames: Frame[] = [];

  constructor(house: House) {
    this.#house = house;
    house.simulation.onArrived((address, chunk) => {
      if (PEOPLE.test(address)) this.#frames.push({ at: house.simulation.now, chunk });
    });
  }

  async check({ id }: WorldTable): Promise<void> {
    const stored = await this.#house.store.read(id ?? "");
    const last = stored?.facts.findLast(({ type }) => type === "entry");
    if (stored === null || last === undefined) return;
    const frames = this.#frames.filter(({ at }) => START + at < last.at).map(({ chunk }) => chunk);
    const seen = Buffer.concat(frames);
    for (const fact of stored.facts) {
      if (fact.type === "created") this.#seek(seen, `the secret of ${id}`, fact.secret);
      if (fact.type === "begun") this.#seek(seen, `the seed of ${id}`, fact.seed);
    }
  }

  #seek(seen: Buffer, what: string, hex: string): void {
    if (seen.includes(hex) || seen.includes(Buffer.from(hex, "hex")))
      this.#house.find("secrets", `${what} was sent while it ran`);
  }
}
