import type { Event } from "@flower-war/rules/space-aztecs";
import { readPlayedMatch } from "../../../server/src/storage/journal/record.ts";
import type { House } from "../house/house.ts";
import { START } from "../kernel/start.ts";
import type { WorldTable } from "../people/world-table.ts";

/** The address of the first player, who chooses the card. */
const CHOOSER = "10.1.0.1";
const PEOPLE = /^10\.[12]\./;

interface Frame {
  readonly at: number;
  readonly to: string;
  readonly chunk: Buffer;
}

/** What the machines of all but the first player received until the first cards were turned up, or the match was over. */
export type Seen = readonly Frame[];

/** Keeps what the others at a table receive, to compare it with what they receive in a twin of the run. */
export class TwinOracle {
  readonly #house: House;
  readonly #frames: Frame[] = [];

  constructor(house: House) {
    this.#house = house;
    house.simulation.onArrived((to, chunk) => {
      if (PEOPLE.test(to) && to !== CHOOSER) this.#frames.push({ at: house.simulation.now, to, chunk });
    });
  }

  /** Returns what they had received when the first cards of the match were turned up. */
  async read({ id }: WorldTable): Promise<Seen> {
    const stored = await this.#house.store.read(id ?? "");
    const entries = (stored && readPlayedMatch(stored.facts)?.entries) ?? [];
    const shows = ({ type }: Event) => type === "times-told" || type === "ended";
    const shown = entries.find(({ events }) => (events as Event[]).some(shows));
    const fact = stored?.facts.find((each) => each.type === "entry" && each.entry.n === shown?.n);
    const until = fact === undefined ? Number.POSITIVE_INFINITY : fact.at - START;
    return this.#frames.filter(({ at }) => at < until);
  }
}

/** Node's HTTP dates answers by the machine's clock. */
const DATE = /\r\nDate: [^\r]*/;
/** Characters of two frames that are shown from where they differ. */
const SHOWN = 80;

/** Returns the first difference between what the others received in two twins; `null`: there is none. */
export function compareSeen(one: Seen, other: Seen): string | null {
  for (let i = 0; i < Math.max(one.length, other.length); i += 1) {
    const [a, b] = [describe(one[i]), describe(other[i])];
    if (a === b) continue;
    let from = 0;
    while (from < a.length && a[from] === b[from]) from += 1;
    const [shown, another] = [a, b].map((text) => JSON.stringify(text.slice(from, from + SHOWN)));
    return `frame ${i + 1}, ${a.split("\n")[0]}: ${shown} is ${another} if another card is chosen`;
  }
  return null;
}

function describe(frame: Frame | undefined): string {
  if (frame === undefined) return "missing";
  const { at, to, chunk } = frame;
  return `${chunk.length} bytes to ${to} at ${at.toFixed(3)} ms\n${chunk.toString("latin1").replace(DATE, "")}`;
}
