import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Finding } from "./house/house.ts";
import type { Size } from "./plan/plan.ts";

/** Which seeds a child runs. */
export interface RunsOrder {
  readonly first: number;
  readonly last: number;
  readonly size: Size;
  readonly untilFound: boolean;
}

/** What a child tells of a run. */
export interface SeedDone {
  readonly seed: number;
  readonly findings: readonly Finding[];
  /** ms that it took. */
  readonly took: number;
  /** ms of processor time that its process took meanwhile, in all threads. */
  readonly processor: number;
  /** What sums it up: it is the same for the same seed. */
  readonly trace: number;
  readonly steps: number;
  /** ms of virtual time. */
  readonly virtual: number;
  readonly commands: number;
}

/** A seed that found something. */
export interface FailedRun {
  readonly seed: number;
  readonly findings: readonly Finding[];
}

/** What came of an order. */
export interface RunsDone {
  readonly first: number;
  /** The first seed that was not run. */
  readonly next: number;
  /** The runs that came to an end, in the order of their seeds. */
  readonly runs: readonly SeedDone[];
  /** The seeds that found something, and the one with which the child ended. */
  readonly failed: readonly FailedRun[];
  /** Whether the child can be given another order. */
  readonly isAlive: boolean;
}

/** ms without a word of a child after which it hangs: minutes more than the longest run takes on a busy machine. */
const SILENCE = 600_000;

/**
 * Starts a process that runs seeds.
 * @param plant the name of a fault to plant
 * @param program what it runs, which answers orders
 * @throws Error if it ends before it is ready
 */
export async function startChild(
  plant: string | null = null,
  program = new URL("./child.ts", import.meta.url),
): Promise<ChildProcess> {
  const child = fork(program, plant === null ? [] : [plant], {
    execArgv: ["--conditions=@flower-war/source", "--max-semi-space-size=64"],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = new AbortController();
  child.once("exit", () => ended.abort(new Error("the process of the runs ended before it was ready")));
  await once(child, "message", { signal: ended.signal });
  return child;
}

/**
 * Lets a child run seeds. If it ends or hangs, the seed that it was running is one that found something.
 * @param silence ms without a word after which it hangs, and is killed
 */
export async function order(child: ChildProcess, wanted: RunsOrder, silence = SILENCE): Promise<RunsDone> {
  const { first, last } = wanted;
  const runs: SeedDone[] = [];
  const done = Promise.withResolvers<string | null>();
  const hang = setTimeout(() => {
    done.resolve(`the process did not say anything for ${silence / 1000} s`);
    child.kill("SIGKILL");
  }, silence);
  const onMessage = (message: SeedDone | "done"): void => {
    hang.refresh();
    if (message === "done") done.resolve(null);
    else runs.push(message);
  };
  // Its exit may be known before its last messages are read; then the channel is closed.
  const onGone = (): void => {
    const { exitCode, signalCode, connected } = child;
    if (!connected && (exitCode ?? signalCode) !== null)
      done.resolve(`the process ended with ${signalCode ?? exitCode}`);
  };
  child.on("message", onMessage).on("exit", onGone).on("disconnect", onGone);
  child.send(wanted, onGone);
  const ending = await done.promise;
  clearTimeout(hang);
  child.off("message", onMessage).off("exit", onGone).off("disconnect", onGone);
  const failed = runs.filter(({ findings }) => findings.length > 0);
  const next = first + runs.length;
  if (ending === null || next > last) return { first, next, runs, failed, isAlive: ending === null };
  const lost = { seed: next, findings: [{ oracle: "process", text: ending }] };
  return { first, next: next + 1, runs, failed: [...failed, lost], isAlive: false };
}
