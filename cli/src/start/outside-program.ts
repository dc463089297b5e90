import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { connect, createServer } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Folders of programs that are seldom in a user's `PATH`: servers are for administrators. */
const MORE_FOLDERS = [
  "/usr/local/sbin",
  "/usr/sbin",
  "/sbin",
  "/usr/local/bin",
  "/usr/bin",
  "/opt/homebrew/bin",
];

/** ms between two looks whether a program listens. */
const POLL = 25;

/**
 * Runs a program until it ends by itself, is told to (SIGTERM), or its standard input is closed, as it is when the process that started
 * it dies: a program that is not ours knows no IPC channel. `$0` is the signal by which it ends, the rest is the program with its arguments.
 */
const RUN = `
exec 3<&0
"$@" 3<&- </dev/null & program=$!
(cat <&3 >/dev/null; kill -s "$0" $program 2>/dev/null) & watch=$!
trap 'kill -s "$0" $program 2>/dev/null' TERM
wait $program; code=$?
while kill -0 $program 2>/dev/null; do wait $program; code=$?; done
kill $watch 2>/dev/null
exit $code`;

/** Finds a program in `PATH`, and where administrators have theirs; `null`: it is not installed. @param folders looked into before */
export function findProgram(name: string, folders: readonly string[] = []): string | null {
  const path = (process.env["PATH"] ?? "").split(delimiter);
  const found = [...folders, ...path, ...MORE_FOLDERS].map((folder) => join(folder, name)).find(isProgram);
  return found ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts a program that is not ours, such as Redis, in a process group of its own. It ends when this process does, however that ends.
 * @param endBy the signal by which it ends
 */
export function startProgram(
  program: string,
  args: readonly string[],
  endBy: "TERM" | "INT" = "TERM",
): ChildProcess {
  const child = spawn("/bin/sh", ["-c", RUN, endBy, program, ...args], {
    detached: true,
    stdio: ["pipe", "ignore", "inherit"],
  });
  // Children of a killed program may still hold its ports.
  child.once("exit", () => child.pid !== undefined && signalGroup(child.pid, `SIG${endBy}`));
  return child;
}

/** Sends a signal to a process that was started in a group of its own, and to all that it started. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // They have ended meanwhile.
  }
}

/** Finds a TCP port of this machine that nothing listens on, for programs that cannot choose one themselves. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** Resolves when something listens on a port of this machine. */
export async function untilListening(port: number): Promise<void> {
  while (!(await canConnect(port))) await pause(POLL);
}

/** Resolves when something answers a request: an nginx that does has opened all its ports. */
export async function untilAnswering(url: string): Promise<void> {
  const answers = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) await pause(POLL);
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
