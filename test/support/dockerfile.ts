import { execFile } from "node:child_process";
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "./root.ts";

/** An instruction of the Dockerfile, and the rest of its line. */
interface Instruction {
  readonly name: string;
  readonly rest: string;
}

const FROM = /^(\S+)(?: AS (\w+))?$/;

/** Builds the Dockerfile without Docker: runs its instructions, each stage in its own folder. */
export class DockerfileBuild {
  readonly #root: string;
  /** A copy of the files that git tracks. */
  readonly #context: string;
  /** The last stage's ENV. */
  readonly environment: Record<string, string> = {};
  /** The last stage's CMD. */
  command: readonly string[] = [];
  /** The folder of the last stage. */
  folder = "";

  /** @param root an empty folder */
  constructor(root: string) {
    this.#root = root;
    this.#context = join(root, "context");
  }

  async run(): Promise<void> {
    await this.#copyContext();
    const instructions = parseDockerfile(readFileSync(join(ROOT, "Dockerfile"), "utf8"));
    for (const instruction of instructions) await this.#execute(instruction);
  }

  /** Translates a path of the image: the Dockerfile's WORKDIR is the stage's folder. */
  #inStage(stage: string, path: string): string {
    return join(this.#root, "stages", stage, path.replace(/^\/flower-war\/?/, ""));
  }

  async #execute({ name, rest }: Instruction): Promise<void> {
    switch (name) {
      case "FROM": {
        const [, , stage = "last"] = FROM.exec(rest) ?? [];
        this.folder = this.#inStage(stage, "");
        mkdirSync(this.folder, { recursive: true });
        return;
      }
      case "COPY":
        return this.#copy(rest.split(" "));
      case "RUN":
        return this.#run(rest);
      case "ENV": {
        const [, variable = "", value = ""] = /^(\w+)=(.*)$/.exec(rest) ?? [];
        this.environment[variable] = value;
        return;
      }
      case "CMD":
        this.command = JSON.parse(rest) as string[];
        return;
      case "ARG":
      case "WORKDIR":
      case "USER":
      case "EXPOSE":
        return;
      default:
        throw new Error(`DockerfileBuild does not support ${name}`);
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
    // Makes folders and users that only the image has.
    if (command.startsWith("mkdir")) return;
    if (command === "npm ci") return this.#install();
    return this.#runInShell(command);
  }

  /** Does what `npm ci` does in a clean checkout, with the packages that it has installed here from the same lock file. */
  async #install(): Promise<void> {
    const installed = globSync("{,*/}node_modules", { cwd: ROOT });
    for (const path of installed)
      await promisify(execFile)("cp", ["-a", join(ROOT, path), join(this.folder, path)]);
    rmSync(join(this.folder, "node_modules/.cache"), { recursive: true, force: true });
    await this.#runInShell("npm run prepare");
  }

  async #runInShell(command: string): Promise<void> {
    const { PATH = "", HOME = "" } = process.env;
    const env = {
      ...this.environment,
      // What has been downloaded is not asked for again, and npm's notices would not be read.
      npm_config_prefer_offline: "true",
      npm_config_audit: "false",
      npm_config_fund: "false",
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

/** Parses a Dockerfile whose instructions have one line each. */
function parseDockerfile(dockerfile: string): Instruction[] {
  const lines = dockerfile.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const space = line.indexOf(" ");
    return { name: line.slice(0, space), rest: line.slice(space + 1) };
  });
}
