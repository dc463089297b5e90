import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The command, as npx runs it in a clone. */
export const COMMAND = fileURLToPath(new URL("../../../node_modules/.bin/flower-war", import.meta.url));

export interface Run {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `flower-war` as npx does, with only PATH and `environment` set. */
export function flowerWar(args: readonly string[], environment: Record<string, string> = {}): Promise<Run> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...environment };
  return new Promise((resolve) => {
    execFile(COMMAND, args, { env }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : Number(error.code);
      resolve({ exitCode, stdout, stderr });
    });
  });
}
