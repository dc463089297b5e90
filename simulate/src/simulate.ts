import { findGame } from "./games/index.ts";
import type { Setup } from "./options.ts";
import { runOnAllCores } from "./pool.ts";
import { createReport, type Report } from "./report.ts";
import { addTally, emptyTally, type Tally } from "./tally.ts";
import type { Batch } from "./worker.ts";

/** Matches that a thread plays without a report of progress. */
const BATCH = { easy: 50, skilled: 2 };

/**
 * Plays the matches on all cores, and reports. The same setup gives the same matches on any number of cores.
 * @param onProgress called with the number of further matches that are done
 */
export async function simulate(
  setup: Setup,
  onProgress: (matches: number) => void = () => {},
): Promise<Report> {
  const tallies = await runOnAllCores<Tally>("worker.ts", splitIntoBatches(setup), ({ matches }) =>
    onProgress(matches),
  );
  const sum = emptyTally();
  for (const tally of tallies) addTally(sum, tally);
  return createReport(setup, findGame(setup.game).game.seatsFor(setup.seats), sum);
}

function splitIntoBatches(setup: Setup): Batch[] {
  const size = setup.bots.every((kind) => kind === "easy") ? BATCH.easy : BATCH.skilled;
  return Array.from({ length: Math.ceil(setup.matches / size) }, (_, index) => {
    const from = index * size;
    return { ...setup, from, matches: Math.min(size, setup.matches - from) };
  });
}
