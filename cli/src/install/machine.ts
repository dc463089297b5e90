import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { totalmem } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { type Random, systemRandom } from "@flower-war/protocol/ports";
import { isServerNode } from "../programs.ts";

/** ms in which a service that is ready answers. */
const ANSWER_TIMEOUT = 5_000;

/** A program and its arguments. */
export type Command = readonly [string, ...string[]];

/** What a command printed, and its exit code; -1: it was not run. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The machine on which services are installed. */
export interface Machine {
  /** The folder that is put before all its paths; empty: none. */
  readonly root: string;
  /** Whether its files alone are written: it may be another machine's disk, and runs nothing. */
  readonly isStaged: boolean;
  /** Whether this process may change it. */
  readonly isAdmin: boolean;
  /** Whether this process' Node can run a server. */
  readonly hasServerNode: boolean;
  /** Bytes; 0: not known. */
  readonly memory: number;
  readonly random: Random;
  run(...command: Command): Outcome;
  /** Whether something listens. */
  isListening(host: string, port: number): Promise<boolean>;
  /** Whether a request is answered with a status of success. */
  isAnswering(url: string): Promise<boolean>;
  /** Resolves after ms. */
  pause(ms: number): Promise<void>;
}

/** Reads a file of a machine; `null`: it is not there. */
export function readFile({ root }: Machine, path: string): string | null {
  return existsSync(root + path) ? readFileSync(root + path, "utf8") : null;
}

/** Returns the machine that this runs on. @param root the folder for its files, which is all that is written; `undefined`: none */
export function thisMachine(root: string | undefined): Machine {
  const isStaged = root !== undefined;
  return {
    root: root ?? "",
    isStaged,
    isAdmin: isStaged || process.getuid?.() === 0,
    hasServerNode: isServerNode(),
    memory: isStaged ? 0 : totalmem(),
    random: systemRandom,
    run: (program, ...args) => {
      if (isStaged) return { code: -1, stdout: "", stderr: "" };
      const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
      return { code: status ?? -1, stdout: stdout ?? "", stderr: error?.message ?? stderr };
    },
    isListening: (host, port) =>
      new Promise((resolve) => {
        const socket = connect(port, host, () => {
          socket.destroy();
          resolve(true);
        });
        socket.once("error", () => resolve(false));
      }),
    isAnswering: (url) =>
      fetch(url, { signal: AbortSignal.timeout(ANSWER_TIMEOUT) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    pause: (ms) => pause(ms),
  };
}
