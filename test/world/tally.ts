import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { FailedRun, RunsDone } from "./children.ts";
import type { Size } from "./plan/plan.ts";

/** What is noted of a run of many seeds. */
interface Progress {
  readonly first: number;
  readonly size: Size;
  /** All seeds from the first to the one before this are done, and counted here; no others are. */
  next: number;
  runs: number;
  steps: number;
  virtual: number;
  commands: number;
  /** ms of all runs together. */
  took: number;
  /** How many runs took so many whole ms of processor time, by that number. */
  readonly processor: Record<string, number>;
  readonly failed: FailedRun[];
}

/** Adds up what seeds come to. Each counts once, also when a run is stopped and resumed, in any order. */
export class Tally {
  readonly #file: string | null;
  readonly #progress: Progress;
  /** What is done of later seeds than one that is not, by its first seed. It is not counted yet, and not noted. */
  readonly #early = new Map<number, RunsDone>();

  /**
   * Resumes from the file.
   * @param file where it is noted; `null`: nowhere
   * @throws Error if the file is of other seeds
   */
  constructor(file: string | null, first: number, size: Size) {
    this.#file = file;
    const noted =
      file !== null && existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Progress) : null;
    if (noted !== null && (noted.first !== first || noted.size !== size))
      throw new Error(
        `${file} notes ${noted.size} runs from seed ${noted.first}, not ${size} ones from ${first}: name another file.`,
      );
    const none = {
      first,
      size,
      next: first,
      runs: 0,
      steps: 0,
      virtual: 0,
      commands: 0,
      took: 0,
      processor: {},
      failed: [],
    };
    this.#progress = { ...none, ...noted };
  }

  /** The first seed that is not done. */
  get next(): number {
    return this.#progress.next;
  }

  /** The counted seeds that found something. */
  get failed(): readonly FailedRun[] {
    return this.#progress.failed;
  }

  /** Counts what is done, as soon as all seeds before it are too, and notes it. */
  add(done: RunsDone): void {
    this.#early.set(done.first, done);
    const progress = this.#progress;
    for (let each = this.#early.get(progress.next); each; each = this.#early.get(progress.next)) {
      this.#early.delete(progress.next);
      progress.next = each.next;
      progress.runs += each.next - each.first;
      for (const { steps, virtual, commands, took, processor } of each.runs) {
        progress.steps += steps;
        progress.virtual += virtual;
        progress.commands += commands;
        progress.took += took;
        const ms = Math.round(processor);
        progress.processor[ms] = (progress.processor[ms] ?? 0) + 1;
      }
      progress.failed.push(...each.failed.map(({ seed, findings }) => ({ seed, findings })));
    }
    if (this.#file === null) return;
    writeFileSync(`${this.#file}.new`, JSON.stringify(progress));
    renameSync(`${this.#file}.new`, this.#file);
  }

  describe(): string {
    const { next, runs, steps, virtual, commands, took, failed } = this.#progress;
    const [hours, perRun] = [virtual / 3_600_000, took / Math.max(1, runs)];
    const { median, sum } = sumUp(this.#progress.processor);
    return (
      `${runs} runs, all seeds below ${next}: ${failed.length} with findings; ${commands} commands, ${steps} steps, ` +
      `${hours.toFixed(1)} hours of virtual time; ${perRun.toFixed(0)} ms a run, ` +
      `of processor time a median of ${median} ms, and ${(sum / 3_600_000).toFixed(2)} hours of all`
    );
  }
}

/** Returns the median and the sum of whole numbers, of which it is known how often each is there. */
function sumUp(counts: Readonly<Record<string, number>>): { readonly median: number; readonly sum: number } {
  const sorted = Object.entries(counts)
    .map(([value, count]) => ({ value: Number(value), count }))
    .toSorted((a, b) => a.value - b.value);
  const half = sorted.reduce((all, { count }) => all + count, 0) / 2;
  let [median, below] = [0, 0];
  for (const { value, count } of sorted) {
    if (below < half) median = value;
    below += count;
  }
  return { median, sum: sorted.reduce((all, { value, count }) => all + value * count, 0) };
}
