import { rmSync } from "node:fs";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { ProgramAnswers } from "@flower-war/protocol/operator";
import { backUp } from "./database.ts";
import { EXIT, Failure, reasonOf } from "./failure.ts";
import { askProgram, gameProgram } from "./programs.ts";

/** What commands about stored matches take. */
export interface StoredOptions {
  readonly game?: readonly string[];
  readonly operator: string;
}

/** The argument of these commands. */
export const BACKUP = "a file that `backup` wrote; default: DATABASE_URL, or what the running server stores";

/** Asks a program of the server about stored matches. @param backup `undefined`: of PostgreSQL, or a copy of what the server stores */
export async function askAboutStored<P extends keyof ProgramAnswers>(
  program: P,
  backup: string | undefined,
  { game = [], operator }: StoredOptions,
): Promise<ProgramAnswers[P]> {
  const args = game.flatMap((path) => ["--game", resolve(path)]);
  const ask = (given: object) => askProgram<ProgramAnswers[P]>(gameProgram(program), args, given);
  const { DATABASE_URL: url } = process.env;
  if (backup === undefined && url) return ask({ url });
  // The program brings the file to its version, so it gets a copy.
  const folder = await mkdtemp(join(tmpdir(), "flower-war-stored-"));
  const file = join(folder, "flower-war.db");
  // The copy has all secrets of the server.
  const removeNow = (): void => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(EXIT.failed);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, removeNow);
  try {
    if (backup === undefined) await backUp(operator, file);
    else await copyFile(backup, file).catch(failToRead(backup));
    return await ask({ file });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const failToRead = (file: string) => (error: unknown) => {
  throw new Failure(EXIT.unreachable, `${file} cannot be read: ${reasonOf(error)}.`);
};
