import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The environment without the variables of `npm test` and vitest, as a user's shell has it. */
export const userEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(npm_(package|lifecycle)|NODE_OPTIONS|NODE_ENV|NODE_COMPILE_CACHE|VITEST)/.test(name),
  ),
);

/** An empty project in a temporary folder, into which packages are installed as a user would. */
export class UserProject {
  readonly folder: string;

  static async create(): Promise<UserProject> {
    const folder = await mkdtemp(join(tmpdir(), "flower-war-user-"));
    await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
    return new UserProject(folder);
  }

  private constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * Installs tarballs by npm, their dependencies from the registry. Returns why it could not, or `null`; in CI it throws
   * instead.
   */
  async install(...tarballs: string[]): Promise<string | null> {
    const quickly = ["--prefer-offline", "--fetch-retry-mintimeout=500", "--fetch-retry-maxtimeout=2000"];
    const args = ["install", ...quickly, "--ignore-scripts", "--no-audit", "--no-fund", ...tarballs];
    try {
      await run("npm", args, { cwd: this.folder, env: userEnvironment });
      return null;
    } catch (error) {
      const text = String(error);
      if (process.env.CI || !/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH/.test(text)) throw error;
      return "the npm registry cannot be reached";
    }
  }

  /** Runs one of the project's programs with plain Node; resolves with what it printed when it exits. */
  async runProgram(...args: string[]): Promise<string> {
    const { stdout } = await run(process.execPath, args, {
      cwd: this.folder,
      env: userEnvironment,
      timeout: 240_000,
    });
    return stdout;
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
