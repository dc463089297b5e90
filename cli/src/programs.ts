import { type ChildProcess, type ForkOptions, fork } from "node:child_process";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { EXIT, Failure } from "./failure.ts";

/* The programs of the server and the bridge, which this command starts and never imports. */

/** Whether this is a clone's source, not a package's built file: then their programs run from theirs. */
const IS_SOURCE = extname(import.meta.filename) === ".ts";

/** The first version of Node that has all that a server needs. */
const LEAST_NODE = 24;

/** How a program of a package is run. */
interface ProgramFiles {
  readonly file: string;
  /** Node's options for it. */
  readonly options: readonly string[];
  /** The folder where Node keeps what it compiles of it, if this user may write there. */
  readonly cache: string;
}

/** Finds a program of a package. @param program the name of its file */
export function locateProgram(name: "server" | "bridge", program: string): ProgramFiles {
  const manifest = import.meta.resolve(`@flower-war/${name}/package.json`);
  const path = (relative: string) => fileURLToPath(new URL(relative, manifest));
  return {
    file: path(IS_SOURCE ? `src/${program}.ts` : `dist/${program}.js`),
    options: IS_SOURCE ? ["--conditions=@flower-war/source"] : [],
    cache: path(`${IS_SOURCE ? "../node_modules" : "../.."}/.cache/node-compile`),
  };
}

/**
 * Starts a program of a package as a process with an IPC channel. What Node compiles of it is kept beside its libraries, so that it
 * starts in two thirds of the time again. A user who may write there can change the program itself. Nothing is kept in a read-only folder.
 * @param program the name of its file
 */
export function forkProgram(
  name: "server" | "bridge",
  program: string,
  args: readonly string[],
  { execArgv = [], env = process.env, ...options }: ForkOptions = {},
): ChildProcess {
  const { file, options: ours, cache } = locateProgram(name, program);
  return fork(file, args, {
    ...options,
    env: { NODE_COMPILE_CACHE: cache, ...env },
    execArgv: [...ours, ...execArgv],
  });
}

/** Whether this Node has all that a server needs. */
export function isServerNode(): boolean {
  return Number.parseInt(process.versions.node, 10) >= LEAST_NODE;
}

/** @throws Failure if this Node is too old for the server's programs */
export function requireServerNode(what: string): void {
  if (isServerNode()) return;
  throw new Failure(EXIT.failed, `${what} needs Node ${LEAST_NODE} or later; this is ${process.version}.`);
}

/** A program of the server that answers a question. */
export interface AskedProgram {
  /** The name of its file. */
  readonly name: string;
  /** What needs it, as the beginning of a sentence. */
  readonly needs: string;
  /** What its process is called in a sentence. */
  readonly process: string;
  /** The exit codes for the codes of its failures; missing: `EXIT.failed`. */
  readonly exitCodes: { readonly [code: string]: number };
}

/** Returns a program that runs games of a host's own. @param name the name of its file */
export function gameProgram(name: string): AskedProgram {
  return { name, needs: "A game of your own", process: "game's process", exitCodes: {} };
}

/**
 * Asks a program of the server: it answers over its IPC channel, and ends.
 * @param args as `--game <path>`
 * @throws Failure if it answers `{ failure, code? }`, one sentence, or nothing
 */
export async function askProgram<Answer extends object>(
  program: AskedProgram,
  args: readonly string[],
  given: object,
): Promise<Answer> {
  requireServerNode(program.needs);
  // The output of games goes to stderr, so that it is not taken for the answer.
  const child = forkProgram("server", program.name, args, { stdio: ["ignore", 2, 2, "ipc"] });
  const { promise, resolve: settle } = Promise.withResolvers<
    Answer | { readonly failure: string; readonly code?: string }
  >();
  child.once("message", (answer) => settle(answer as Answer));
  child.once("error", ({ message }) => settle({ failure: `The ${program.process} failed: ${message}.` }));
  child.once("exit", () => settle({ failure: `The ${program.process} ended without an answer.` }));
  // A process that has ended already is told by "exit".
  child.send(given, () => {});
  const answer = await promise;
  if ("failure" in answer)
    throw new Failure(program.exitCodes[answer.code ?? ""] ?? EXIT.failed, answer.failure);
  return answer;
}
