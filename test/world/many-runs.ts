import type { ChildProcess } from "node:child_process";
import { type FailedRun, order, startChild } from "./children.ts";
import type { Size } from "./plan/plan.ts";
import { Tally } from "./tally.ts";

/** What is asked for on the command line. */
export interface Wish {
  readonly size: Size;
  readonly first: number;
  readonly runs: number;
  /** `null`: as many as `runs` says. */
  readonly minutes: number | null;
  readonly jobs: number;
  /** `null`: nothing is noted. */
  readonly progress: string | null;
}

/** Which processes run the seeds, and when one of them hangs. */
interface Children {
  readonly start: () => Promise<ChildProcess>;
  /** ms without a word of one after which it hangs; default: as of `order`. */
  readonly silence?: number;
}

/** Seeds in an order. */
const CHUNK = 20;
/** Orders after which a child is replaced: what it has loaded of earlier runs is gone then. */
const ORDERS = 250;
/** ms between two lines about the progress. */
const TOLD = 15_000;

/**
 * Runs many seeds in several processes, and prints what is found as soon as it is. A process that ends or hangs is what one seed found, and another goes on
 * after that. Returns the seeds that found something.
 */
export async function runSeeds(
  wish: Wish,
  { start, silence }: Children = { start: () => startChild() },
): Promise<readonly FailedRun[]> {
  const tally = new Tally(wish.progress, wish.first, wish.size);
  const end = wish.first + wish.runs;
  const until = wish.minutes === null ? Number.POSITIVE_INFINITY : Date.now() + wish.minutes * 60_000;
  let unordered = tally.next;
  let failure: { readonly error: unknown } | null = null;
  const isDone = (): boolean => failure !== null || unordered >= end || Date.now() >= until;

  /** Runs the next seeds. Returns the child, or another one if it ended. */
  const runNext = async (child: ChildProcess): Promise<ChildProcess> => {
    let first = unordered;
    unordered = Math.min(end, first + CHUNK);
    const last = unordered - 1;
    let running = child;
    while (first <= last) {
      const done = await order(running, { first, last, size: wish.size, untilFound: false }, silence);
      for (const failed of done.failed) print(failed, wish.size);
      tally.add(done);
      first = done.next;
      if (!done.isAlive) running = await start();
    }
    return running;
  };
  const work = async (): Promise<void> => {
    while (!isDone()) {
      let child = await start();
      for (let orders = 0; orders < ORDERS && !isDone(); orders += 1) child = await runNext(child);
      child.kill();
    }
  };
  /** What keeps one from going on ends the others after their orders, so that nothing goes on unseen. */
  const workOn = (): Promise<void> => work().catch((error: unknown) => void (failure ??= { error }));
  const telling = setInterval(() => console.log(tally.describe()), TOLD);
  await Promise.all(Array.from({ length: wish.jobs }, workOn));
  clearInterval(telling);
  console.log(tally.describe());
  if (failure !== null) throw (failure as { readonly error: unknown }).error;
  return tally.failed;
}

/** Prints what a seed found, and how to repeat it. */
function print({ seed, findings }: FailedRun, size: Size): void {
  for (const { oracle, text } of findings) console.log(`seed ${seed}: ${oracle}: ${text}`);
  console.log(`again: npm run world -- --seed ${seed} --size ${size} --story`);
}
