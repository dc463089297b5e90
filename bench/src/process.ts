import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";

const COLLECT_GARBAGE = import.meta.resolve("./collect-garbage.ts");

/** A child process. It sends `ready` over IPC when it is ready, and ends when the channel closes. */
export interface Child<Ready> {
  readonly pid: number;
  readonly ready: Ready;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a program in a child process; resolves when it is ready.
 * @param flags of Node
 * @param options of the program
 * @throws Error if it ends before
 */
export async function spawn<Ready>(
  main: string,
  environment: NodeJS.ProcessEnv = {},
  flags: readonly string[] = [],
  options: readonly string[] = [],
): Promise<Child<Ready>> {
  const child = fork(main, options, {
    execArgv: ["--conditions=@flower-war/source", `--import=${COLLECT_GARBAGE}`, ...flags],
    env: { ...process.env, ...environment },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  // Not inherited: whoever reads our own stderr to its end would wait for a child that outlives us.
  child.stderr?.pipe(process.stderr, { end: false });
  const exit = once(child, "exit");
  const message = await Promise.race([once(child, "message"), exit.then(() => null)]);
  if (message === null || child.pid === undefined) throw new Error(`${main} ended before it was ready`);
  return {
    pid: child.pid,
    ready: message[0] as Ready,
    stop: async () => {
      child.kill("SIGTERM");
      const timeout = setTimeout(() => child.kill("SIGKILL"), 10_000);
      await exit;
      clearTimeout(timeout);
    },
  };
}

/** Makes processes that `spawn` started collect their garbage. V8 returns the memory some 10 s later. */
export function collectGarbage(pids: readonly number[]): void {
  for (const pid of pids) process.kill(pid, "SIGHUP");
}

/** Returns the bytes of memory that processes hold. */
export function residentBytes(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + bytesOf(pid), 0);
}

function bytesOf(pid: number): number {
  const [, kilobytes = "0"] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}

/** Returns the bytes of memory that processes share with no others. */
export function ownBytes(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const figures = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    return [...figures.matchAll(/^Private_\w+:\s+(\d+) kB$/gm)].reduce(
      (all, [, kB]) => all + Number(kB) * 1024,
      sum,
    );
  }, 0);
}

/** Clock ticks per second, as Linux counts processor time. */
const TICKS = 100;

/** s of processor time: a process' own, and the system's for it. */
export interface ProcessorTime {
  readonly user: number;
  readonly system: number;
}

/** Returns the processor time that processes have used, with that of their children that have ended. */
export function processorTime(pids: readonly number[]): ProcessorTime {
  const times = pids.map(timeOf);
  const sum = (part: keyof ProcessorTime) => times.reduce((total, time) => total + time[part], 0);
  return { user: sum("user"), system: sum("system") };
}

/** Returns the seconds of processor time that processes have used. */
export function processorSeconds(pids: readonly number[]): number {
  const { user, system } = processorTime(pids);
  return user + system;
}

function timeOf(pid: number): ProcessorTime {
  const file = `/proc/${pid}/stat`;
  // What ends is counted with its parent.
  if (!existsSync(file)) return { user: 0, system: 0 };
  const stat = readFileSync(file, "utf8");
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 15)
    .map(Number);
  return { user: (user + endedUser) / TICKS, system: (system + endedSystem) / TICKS };
}

/** Returns the ns of processor time that the threads of a process have used. It has none that end meanwhile. */
export function processorNanoseconds(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  const times = readdirSync(tasks).map((task) => readFileSync(`${tasks}/${task}/schedstat`, "utf8"));
  return times.reduce((sum, time) => sum + Number(time.split(" ")[0]), 0);
}
