import { execFileSync, fork } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ROOT } from "../support/root.ts";
import type { TestRun, Verdict } from "./run-tests.ts";

/** One change of a source file. */
export interface Change {
  /** A path from the project's root. */
  readonly file: string;
  /** A text that occurs exactly once. */
  readonly from: string;
  readonly to: string;
}

interface Limits {
  /** ms after which the tests count as failed: an endless loop is a fault too. */
  readonly limit: number;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * A copy of the project, in which sources are changed and tests run. Its packages are the installed ones, but its
 * workspaces are its own, and threads and processes of the tests load its files too.
 */
export class ProjectCopy {
  readonly #root = mkdtempSync(join(tmpdir(), "flower-war-mutants-"));

  constructor() {
    const listed = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], { cwd: ROOT });
    for (const file of String(listed).split("\0").filter(Boolean)) {
      cpSync(join(ROOT, file), join(this.#root, file), { recursive: true });
    }
    for (const place of ["", ...readdirSync(ROOT)]) this.#linkPackages(join(place, "node_modules"));
    // Built, so not in the repository: without it the server's tests fail without a mutant.
    execFileSync("npm", ["run", "--silent", "openapi"], { cwd: this.#root });
  }

  read(file: string): string {
    return readFileSync(join(this.#root, file), "utf8");
  }

  /**
   * Returns a source after a change.
   * @throws Error if the text to replace does not occur exactly once
   */
  change({ file, from, to }: Change): string {
    const parts = this.read(file).split(from);
    if (parts.length !== 2) throw new Error(`${JSON.stringify(from)} does not occur exactly once in ${file}`);
    return parts.join(to);
  }

  write(file: string, code: string): void {
    writeFileSync(join(this.#root, file), code);
  }

  /** Runs tests with a changed file, until one fails. */
  async test(file: string, code: string, run: TestRun, limits: Limits): Promise<Verdict> {
    const before = this.read(file);
    this.write(file, code);
    try {
      return await this.run(run, limits);
    } finally {
      this.write(file, before);
    }
  }

  /** Runs tests as the copy stands. */
  async run(run: TestRun, { limit, env }: Limits): Promise<Verdict> {
    // Workers are in the process group of the tests: an endless loop in one of them can only be killed.
    const tests = fork(join(this.#root, "test/mutants/run-tests.ts"), {
      cwd: this.#root,
      detached: true,
      execArgv: ["--conditions=@flower-war/source"],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      env: { ...process.env, ...env },
    });
    let errors = "";
    tests.stderr?.setEncoding("utf8").on("data", (text: string) => (errors += text));
    const kill = () => {
      try {
        if (tests.pid !== undefined) process.kill(-tests.pid, "SIGKILL");
      } catch {
        // The process group has ended already.
      }
    };
    process.once("exit", kill);
    let verdict: Verdict = { passed: false, by: `no end within ${limit / 1000} s`, files: {} };
    const ended = new Promise<void>((resolve) => {
      tests.once("message", (message: Verdict) => {
        verdict = message;
        resolve();
      });
      tests.once("exit", (code) => {
        if (code !== null) verdict = { ...verdict, by: `the tests ended with ${code}\n${errors}` };
        resolve();
      });
    });
    const timer = setTimeout(kill, limit);
    tests.send(run);
    await ended;
    clearTimeout(timer);
    process.off("exit", kill);
    kill();
    return verdict;
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }

  #linkPackages(folder: string): void {
    const own = join(ROOT, folder);
    for (const each of readPackages(own)) {
      const link = join(this.#root, folder, each);
      mkdirSync(dirname(link), { recursive: true });
      // A workspace is a relative link.
      const isWorkspace = each.startsWith("@flower-war/");
      symlinkSync(isWorkspace ? readlinkSync(join(own, each)) : join(own, each), link);
    }
  }
}

function readPackages(folder: string): string[] {
  try {
    return readdirSync(folder).flatMap((name) =>
      name === "@flower-war" ? readdirSync(join(folder, name)).map((each) => `${name}/${each}`) : [name],
    );
  } catch {
    return [];
  }
}
