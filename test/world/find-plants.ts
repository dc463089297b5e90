import { order, startChild } from "./children.ts";
import type { Wish } from "./many-runs.ts";
import type { Plant } from "./plants/plants.ts";

/** What found a planted fault. */
export interface Found {
  readonly plant: string;
  /** How many seeds were run, the one that found it included; `null`: none found it. */
  readonly runs: number | null;
  /** The oracle, and what it said. */
  readonly by: string;
}

/** Plants a fault, and runs seeds until one finds it. */
export async function findPlant(
  { name }: Plant,
  { first, runs, size }: Pick<Wish, "first" | "runs" | "size">,
): Promise<Found> {
  const child = await startChild(name);
  try {
    const last = first + runs - 1;
    const { failed, next } = await order(child, { first, last, size, untilFound: true });
    const [found] = failed[0]?.findings ?? [];
    return found
      ? { plant: name, runs: next - first, by: `${found.oracle}: ${found.text.split("\n")[0]}` }
      : { plant: name, runs: null, by: "" };
  } finally {
    child.kill();
  }
}

/** Plants each fault alone, and prints a row of a table for each. Returns the exit code: 1 if one was not found. */
export async function findPlants(plants: readonly Plant[], wish: Wish): Promise<number> {
  const waiting = [...plants];
  let missed = 0;
  const work = async (): Promise<void> => {
    for (let plant = waiting.shift(); plant !== undefined; plant = waiting.shift()) {
      const found = await findPlant(plant, wish);
      if (found.runs === null) missed += 1;
      console.log(`| ${found.plant} | ${found.runs ?? `not in ${wish.runs}`} | ${found.by} |`);
    }
  };
  await Promise.all(Array.from({ length: wish.jobs }, work));
  return missed > 0 ? 1 : 0;
}
