import { UsageError } from "../../protocol/tools/tool.ts";
import type { DuelBatch, DuelDone, Pair, Sides } from "./duel-worker.ts";
import type { Setup } from "./options.ts";
import { runOnAllCores } from "./pool.ts";

/** Pairs that a thread plays without a report of progress. */
const BATCH = { easy: 25, skilled: 1, strong: 1 };

/**
 * Plays pairs of matches on all cores, as many as make at least the matches of the setup. Every seat has a bot of the first one's kind,
 * and every other seat is the own side's. Equal sides have exactly half of the first places.
 * @param onProgress called with the number of further matches that are done
 * @throws UsageError if the other side's bots cannot play
 */
export async function playDuel(
  setup: Setup,
  sides: Sides,
  onProgress: (matches: number) => void = () => {},
): Promise<readonly Pair[]> {
  const [kind = "skilled"] = setup.bots;
  const [size, total] = [BATCH[kind], Math.ceil(setup.matches / 2)];
  const batches = Array.from({ length: Math.ceil(total / size) }, (_, index): DuelBatch => {
    const from = index * size;
    return { ...setup, ...sides, kind, from, pairs: Math.min(size, total - from) };
  });
  const done = await runOnAllCores<DuelDone>("duel-worker.ts", batches, (each) => {
    if (each.pairs === undefined) throw new UsageError(each.failure);
    onProgress(2 * each.pairs.length);
  });
  return done.flatMap(({ pairs }) => pairs ?? []);
}
