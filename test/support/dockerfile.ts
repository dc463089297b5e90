import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "./house.ts";

/** A step of the Dockerfile: what to do, and the rest of its line. */
interface Step {
  readonly verb: string;
  readonly rest: string;
}

const FROM = /^(\S+)(?: AS (\w+))?$/;

/** Runs the steps of the tree's Dockerfile by hand, each stage in a folder of its own. */
export class ByHand {
  readonly #root: string;
  /** A copy of what git knows of the tree. */
  readonly #context: string;
  /** What the last stage tells of how to run it. */
  readonly environment: Record<string, string> = {};
  command: readonly string[] = [];
  /** The folder of the last stage. */
  folder = "";

  /** @param root an empty folder */
  constructor(root: string) {
    this.#root = root;
    this.#context = join(root, "context");
  }

  async build(): Promise<void> {
    await this.#copyContext();
    for (const step of steps(readFileSync(join(ROOT, "Dockerfile"), "utf8"))) await this.#do(step);
  }

  /** The Dockerfile's WORKDIR is the stage's folder. */
  #inStage(stage: string, path: string): string {
    return join(this.#root, "stages", stage, path.replace(/^\/flower-war\/?/, ""));
  }

  async #do({ verb, rest }: Step): Promise<void> {
    switch (verb) {
      case "FROM": {
        const [, , name = "last"] = FROM.exec(rest) ?? [];
        this.folder = this.#inStage(name, "");
        mkdirSync(this.folder, { recursive: true });
        return;
      }
      case "COPY":
        return this.#copy(rest.split(" "));
      case "RUN":
        return this.#run(rest);
      case "ENV": {
        const [, name = "", value = ""] = /^(\w+)=(.*)$/.exec(rest) ?? [];
        this.environment[name] = value;
        return;
      }
      case "CMD":
        this.command = JSON.parse(rest) as string[];
        return;
      case "WORKDIR":
      case "USER":
      case "EXPOSE":
        return;
      default:
        throw new Error(`the test knows no ${verb}`);
    }
  }

  #copy(words: string[]): void {
    const stage = /^--from=(\w+)$/.exec(words[0] ?? "")?.[1];
    const paths = words.slice(stage === undefined ? 0 : 1);
    const to = join(this.folder, paths.at(-1) ?? "");
    for (const path of paths.slice(0, -1)) {
      const from = stage === undefined ? join(this.#context, path) : this.#inStage(stage, path);
      if (!existsSync(from)) throw new Error(`COPY ${words.join(" ")}: there is no ${from}`);
      const target = statSync(from).isDirectory() ? to : join(to, basename(from));
      cpSync(from, target, { recursive: true, verbatimSymlinks: true });
    }
  }

  async #run(command: string): Promise<void> {
    // Users and paths of the image are not ours to make.
    if (command.startsWith("mkdir")) return;
    const { PATH = "", HOME = "" } = process.env;
    const env = {
      ...this.environment,
      HOME,
      PATH: PATH.split(":")
        .filter((part) => !part.includes("node_modules"))
        .join(":"),
    };
    await promisify(execFile)("sh", ["-c", command], { cwd: this.folder, env, maxBuffer: 2 ** 26 });
  }

  async #copyContext(): Promise<void> {
    mkdirSync(this.#context, { recursive: true });
    const script = `git ls-files -z | tar --null -T - -cf - | tar -xf - -C "$0"`;
    await promisify(execFile)("sh", ["-c", script, this.#context], { cwd: ROOT });
  }
}

/** Lines as they are, without comments. */
function steps(dockerfile: string): Step[] {
  const lines = dockerfile.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const space = line.indexOf(" ");
    return { verb: line.slice(0, space), rest: line.slice(space + 1) };
  });
}
