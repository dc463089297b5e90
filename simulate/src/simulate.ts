import { availableParallelism } from "node:os";
import { Piscina } from "piscina";
import { gameNamed } from "./games/index.ts";
import type { Wish } from "./options.ts";
import { type Report, reportOf } from "./report.ts";
import { addTally, emptyTally, type Tally } from "./tally.ts";
import type { Batch } from "./worker.ts";

/** Matches that a thread plays at one go. */
const BATCH = { easy: 50, skilled: 2 };

/**
 * Plays the matches on all cores and reports. The same wish gives the same matches, whatever the number of cores.
 * @param onProgress hears how many matches more are done
 */
export async function simulate(
  wish: Wish,
  onProgress: (matches: number) => void = () => {},
): Promise<Report> {
  const pool = new Piscina<Batch, Tally>({
    filename: new URL("worker.ts", import.meta.url).href,
    execArgv: ["--conditions=@flower-war/source"],
    maxThreads: availableParallelism(),
  });
  try {
    const done = batchesOf(wish).map(async (batch) => {
      const tally = await pool.run(batch);
      onProgress(tally.matches);
      return tally;
    });
    const sum = emptyTally();
    for (const tally of await Promise.all(done)) addTally(sum, tally);
    return reportOf(wish, gameNamed(wish.game).game.seatsFor(wish.seats), sum);
  } finally {
    await pool.destroy();
  }
}

function batchesOf(wish: Wish): Batch[] {
  const size = wish.bots.includes("skilled") ? BATCH.skilled : BATCH.easy;
  return Array.from({ length: Math.ceil(wish.matches / size) }, (_, index) => {
    const from = index * size;
    return { ...wish, from, matches: Math.min(size, wish.matches - from) };
  });
}
