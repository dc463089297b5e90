import { execFile } from "node:child_process";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");

export interface Ran {
  readonly code: number;
  /** All of stdout, then all of stderr. */
  readonly text: string;
}

/** Runs `npm run loadtest -- <args>` and resolves when it has ended. */
export function loadtest(args: string, environment: Record<string, string> = {}): Promise<Ran> {
  const env = { ...process.env, ...environment };
  const node = ["--conditions=@flower-war/source", "loadtest/src/main.ts", ...args.split(" ")];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, node, { cwd: ROOT, env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, text: stdout + stderr }),
    );
  });
}
