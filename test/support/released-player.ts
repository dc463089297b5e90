import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import type { GameName } from "@flower-war/protocol";
import { copyKept } from "./kept-folder.ts";
import { endProcess } from "./programs.ts";
import { inRelease } from "./released.ts";
import { ROOT } from "./root.ts";
import { UserProject, userEnvironment } from "./user-project.ts";

/** What one match came to, as a player saw it. */
export interface PlayedMatch {
  readonly match: string;
  readonly sent: number;
  readonly drops: number;
  /** Codes of refusals. */
  readonly refused: readonly string[];
  readonly outcome: object | null;
  /** The witness, or of 0.2.0 what was noted. */
  readonly witness: object;
}

interface Line {
  readonly created?: Readonly<Record<GameName, string>>;
  readonly waits?: GameName;
  readonly ended?: Readonly<Record<GameName, PlayedMatch>>;
}

export interface PlayerOptions {
  readonly url: string;
  readonly name: string;
  readonly seed: number;
  /** Of its own in each match, after which it concedes where it can. */
  readonly commands: number;
  /** Entries of a match after which who has the turn waits, the fewest first. */
  readonly middles: readonly number[];
  readonly games: readonly GameName[];
  readonly openNonces?: boolean;
  /** The matches to join, by game; missing: it creates them. */
  readonly matches?: Readonly<Record<GameName, string>>;
}

const PROGRAMS = ["player.mjs", "watcher.mjs"] as const;

const pathOf = (program: (typeof PROGRAMS)[number]) => join(ROOT, "test/releases", program);

/**
 * Installs the SDK of a release in a project of its own. npm does so once for all tests: it takes four seconds of a processor. Returns the
 * project, or why it could not be installed.
 */
export async function installClient(version: string): Promise<UserProject | string> {
  const project = await UserProject.create();
  const tarballs = ["rules", "protocol", "client-sdk"].map((name) =>
    inRelease(version, `flower-war-${name}-${version}.tgz`),
  );
  try {
    await copyKept(`client-${version}`, join(project.folder, "node_modules"), async () => {
      const offline = await project.install(...tarballs);
      if (offline !== null) throw new Offline(offline);
    });
    return project;
  } catch (error) {
    await project.remove();
    if (error instanceof Offline) return error.message;
    throw error;
  }
}

/** The registry cannot be reached. */
class Offline extends Error {}

/** The SDK of a version, installed in a folder, or that of this clone. */
export class ReleasedSdk {
  readonly #project: UserProject | null;

  static readonly today = new ReleasedSdk(null);

  /** Returns why it cannot be installed, or it. */
  static async install(version: string): Promise<ReleasedSdk | string> {
    const project = await installClient(version);
    if (typeof project === "string") return project;
    await Promise.all(PROGRAMS.map((program) => copyFile(pathOf(program), join(project.folder, program))));
    return new ReleasedSdk(project);
  }

  private constructor(project: UserProject | null) {
    this.#project = project;
  }

  /** Starts a player. */
  start(options: PlayerOptions): Player {
    return new Player(this.run("player.mjs", options), options.name);
  }

  /** Starts one of the programs that any release can run. */
  run(program: (typeof PROGRAMS)[number], options: object): ChildProcessWithoutNullStreams {
    const [cwd, args] = this.#project
      ? [this.#project.folder, [program]]
      : [ROOT, ["--conditions=@flower-war/source", pathOf(program)]];
    return spawn(process.execPath, [...args, JSON.stringify(options)], {
      cwd,
      env: userEnvironment,
      stdio: ["pipe", "pipe", "pipe"],
    });
  }

  async remove(): Promise<void> {
    await this.#project?.remove();
  }
}

/** A process that plays. */
export class Player {
  readonly #child: ChildProcess;
  readonly #name: string;
  readonly #lines: AsyncIterator<Line>;
  /** The games in whose match it waits at its turn. */
  readonly waits = new Set<GameName>();
  #errors = "";

  constructor(child: ChildProcess, name: string) {
    this.#child = child;
    this.#name = name;
    if (!child.stdout || !child.stderr) throw new Error("no output");
    const lines = createInterface({ input: child.stdout });
    this.#lines = this.#read(lines);
    child.stderr.setEncoding("utf8").on("data", (text: string) => (this.#errors += text));
  }

  /** Resolves with what the next line has under this name. Rejects if the process ends, or prints another one. */
  async next<N extends "created" | "ended">(name: N): Promise<NonNullable<Line[N]>> {
    const { value } = await this.#lines.next();
    const line = (value as Line | undefined)?.[name];
    if (line === undefined)
      throw new Error(`${this.#name} printed ${JSON.stringify(value)} in place of ${name}: ${this.#errors}`);
    return line;
  }

  /** Sends it on from a middle to the next, or to the end. */
  goOn(): void {
    this.waits.clear();
    this.#child.stdin?.write("go\n");
  }

  async end(): Promise<void> {
    await endProcess(this.#child, "SIGKILL");
  }

  /** Notes where it waits as soon as it says so, and keeps the other lines for who asks. */
  #read(lines: Interface): AsyncIterator<Line> {
    const kept = new ReadableStream<Line>({
      start: (stream) => {
        lines.on("line", (text) => {
          const line = JSON.parse(text) as Line;
          if (line.waits === undefined) stream.enqueue(line);
          else this.waits.add(line.waits);
        });
        lines.once("close", () => stream.close());
      },
    });
    return kept[Symbol.asyncIterator]();
  }
}
