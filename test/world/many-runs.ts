import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { Finding } from "./house/house.ts";
import type { Size } from "./plan/plan.ts";

/** Which seeds a child runs. */
export interface RunsOrder {
  readonly first: number;
  readonly last: number;
  readonly size: Size;
  readonly untilFound: boolean;
}

export interface FailedRun {
  readonly seed: number;
  readonly findings: readonly Finding[];
}

/** What came of an order. */
export interface RunsDone {
  readonly first: number;
  readonly last: number;
  readonly failed: readonly FailedRun[];
  /** ms that each run took. */
  readonly times: readonly number[];
  /** What sums up each run: it is the same for the same seed. */
  readonly traces: readonly number[];
  readonly steps: number;
  /** ms of virtual time. */
  readonly virtual: number;
  readonly commands: number;
}

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

/** What is done so far. */
interface Progress {
  /** All seeds below this one are done. */
  next: number;
  runs: number;
  steps: number;
  virtual: number;
  commands: number;
  /** ms of all runs together. */
  took: number;
  readonly failed: FailedRun[];
}

/** Seeds in an order. */
const CHUNK = 200;
/** Orders after which a child is replaced: what it has loaded of earlier runs is gone then. */
const ORDERS = 25;
/** ms between two lines about the progress. */
const TOLD = 15_000;

/** Starts a process that runs seeds. @param plant the name of a fault to plant @throws Error if it ends before it is ready */
export async function startChild(plant: string | null = null): Promise<ChildProcess> {
  const child = fork(new URL("./child.ts", import.meta.url), plant === null ? [] : [plant], {
    execArgv: ["--conditions=@flower-war/source", "--max-semi-space-size=64"],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = new AbortController();
  child.once("exit", () => ended.abort(new Error("the process of the runs ended before it was ready")));
  await once(child, "message", { signal: ended.signal });
  return child;
}

/** Lets a child run seeds. @throws Error if it ends before */
export async function order(child: ChildProcess, wanted: RunsOrder): Promise<RunsDone> {
  const answered = new AbortController();
  const ended = once(child, "exit", { signal: answered.signal }).then(([code]) => {
    throw new Error(`the process of seeds ${wanted.first} to ${wanted.last} ended with ${code}`);
  });
  ended.catch(() => undefined);
  child.send(wanted);
  const [done] = (await Promise.race([once(child, "message"), ended])) as [RunsDone];
  answered.abort();
  return done;
}

/** Runs many seeds in several processes, and prints what was found. Returns the seeds that found something. */
export async function runSeeds(wish: Wish): Promise<readonly FailedRun[]> {
  const progress = read(wish);
  const end = wish.first + wish.runs;
  const until = wish.minutes === null ? Number.POSITIVE_INFINITY : Date.now() + wish.minutes * 60_000;
  let next = progress.next;
  const pending = new Set<number>();
  const work = async (): Promise<void> => {
    while (next < end && Date.now() < until) {
      const child = await startChild();
      for (let orders = 0; orders < ORDERS && next < end && Date.now() < until; orders += 1) {
        const first = next;
        next = Math.min(end, first + CHUNK);
        pending.add(first);
        const done = await order(child, {
          first,
          last: next - 1,
          size: wish.size,
          untilFound: false,
        });
        pending.delete(first);
        add(progress, done);
        progress.next = Math.min(next, ...pending);
        if (wish.progress !== null) write(wish.progress, progress);
      }
      child.kill();
    }
  };
  const telling = setInterval(() => console.log(describe(progress)), TOLD);
  await Promise.all(Array.from({ length: wish.jobs }, work));
  clearInterval(telling);
  for (const { seed, findings } of progress.failed) {
    for (const { oracle, text } of findings) console.log(`seed ${seed}: ${oracle}: ${text}`);
  }
  console.log(describe(progress));
  return progress.failed;
}

function add(progress: Progress, { failed, times, steps, virtual, commands }: RunsDone): void {
  progress.runs += times.length;
  progress.steps += steps;
  progress.virtual += virtual;
  progress.commands += commands;
  progress.took += times.reduce((sum, each) => sum + each, 0);
  progress.failed.push(...failed);
}

function describe({ next, runs, steps, virtual, commands, took, failed }: Progress): string {
  const [hours, perRun] = [virtual / 3_600_000, took / Math.max(1, runs)];
  const speed = virtual / Math.max(1, took);
  return (
    `${runs} runs, all seeds below ${next}: ${failed.length} with findings; ${commands} commands, ${steps} steps, ` +
    `${hours.toFixed(1)} hours of virtual time; ${perRun.toFixed(0)} ms a run, ${speed.toFixed(0)} virtual hours an hour in each process`
  );
}

/** Returns what an earlier call has noted. */
function read({ progress: file, first }: Wish): Progress {
  if (file !== null && existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Progress;
  return { next: first, runs: 0, steps: 0, virtual: 0, commands: 0, took: 0, failed: [] };
}

function write(file: string, progress: Progress): void {
  writeFileSync(`${file}.new`, JSON.stringify(progress));
  renameSync(`${file}.new`, file);
}
