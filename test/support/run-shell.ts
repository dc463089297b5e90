import { execFile } from "node:child_process";
import { userEnvironment } from "./user-project.ts";

/** How a command ended. */
interface Ran {
  readonly code: number;
  readonly output: string;
}

/**
 * Runs a line of shell as a user would, for 100 s at most.
 * @param more variables of its environment
 */
export function runShell(
  line: string,
  cwd: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      "sh",
      ["-c", line],
      { cwd, env: { ...userEnvironment, ...more }, timeout: 240_000 },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}
