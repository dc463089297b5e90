import { availableParallelism } from "node:os";
import { Piscina } from "piscina";
import { findGame } from "./games/index.ts";
import type { Setup } from "./options.ts";
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
  const pool = new Piscina<Batch, Tally>({
    filename: new URL("worker.ts", import.meta.url).href,
    execArgv: ["--conditions=@flower-war/source"],
    maxThreads: availableParallelism(),
  });
  try {
    const done = splitIntoBatches(setup).map(async (batch) => {
      const tally = await pool.run(batch);
      onProgress(tally.matches);
      return tally;
    });
    const sum = emptyTally();
    for (const tally of await Promise.all(done)) addTally(sum, tally);
    return createReport(setup, findGame(setup.game).game.seatsFor(setup.seats), sum);
  } finally {
    await pool.destroy();
  }
}

function splitIntoBatches(setup: Setup): Batch[] {
  const size = setup.bots.every((kind) => kind === "easy") ? BATCH.easy : BATCH.skilled;
  return Array.from({ length: Math.ceil(setup.matches / size) }, (_, index) => {
    const from = index * size;
    return { ...setup, from, matches: Math.min(size, setup.matches - from) };
  });
}
