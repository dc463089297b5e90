import { existsSync } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { OPERATOR_PATHS } from "@flower-war/protocol/operator";
import type { Command } from "commander";
import { createOperatorOption } from "./arguments.ts";
import { EXIT, Failure, reasonOf } from "./failure.ts";
import { requestAsAdmin } from "./server.ts";
import { addShippedBackupCommands } from "./shipped-backups.ts";

/** Adds `backup`, which copies the database of a running server, and the commands for backups that servers ship. */
export function addBackupCommand(flowerWar: Command): void {
  const backup = flowerWar
    .command("backup")
    .description("Copies everything that a server stores, while matches are played.")
    .argument("<file>", "the file to write; it must not exist yet")
    .addOption(createOperatorOption())
    .addHelpText("after", DATABASE_HELP)
    .action(async (file: string, { operator }: { operator: string }) => {
      const bytes = await backUp(operator, file);
      process.stdout.write(`${file}: ${bytes} bytes.\n`);
    });
  addShippedBackupCommands(backup);
}

/**
 * Copies the database of a running server. Resolves with the number of bytes when the whole copy is on this disk.
 * @param server the address of its operator's listener
 * @throws Failure
 */
export async function backUp(server: string, file: string): Promise<number> {
  return writeAnswer(file, () => requestAsAdmin(server, OPERATOR_PATHS.database));
}

/**
 * Writes the body of an answer to a new file that only this user may read. Resolves with its bytes when all of it is on this disk. It
 * asks once the file is open: a place that cannot be written to has no effect at the server.
 * @param lost what to do if the answer came and could not be written; a sentence
 * @throws Failure if the file exists already or cannot be written, or the server refuses
 */
export async function writeAnswer(file: string, ask: () => Promise<Response>, lost = ""): Promise<number> {
  if (file === "") throw new Failure(EXIT.usage, "Name the file to write.");
  if (existsSync(file)) throw new Failure(EXIT.usage, `${file} exists already.`);
  const unfinished = `${file}.part`;
  const handle = await open(unfinished, "w", 0o600).catch((error: unknown) => {
    throw notWritten(error);
  });
  try {
    const { body } = await ask();
    if (!body) throw new Failure(EXIT.failed, "The server sent no data.");
    try {
      // An incomplete copy fails here: the answer has a Content-Length.
      await pipeline(Readable.fromWeb(body), handle.createWriteStream({ flush: true }));
      await rename(unfinished, file);
      return (await stat(file)).size;
    } catch (error) {
      throw notWritten(error, lost);
    }
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(unfinished, { force: true });
    throw error;
  }
}

function notWritten(error: unknown, lost = ""): Failure {
  return new Failure(EXIT.failed, `The copy could not be written: ${reasonOf(error)}. ${lost}`.trim());
}

/** Help text of the commands for the database. */
export const DATABASE_HELP = `
The admin's password comes from ADMIN_PASSWORD or, in development, from DATA_DIR/admin-password (./data).
A server with DATABASE_URL refuses this (no-database): let it ship backups (BACKUP_TO), or back up its PostgreSQL.
Exit codes: 1 failed, 2 wrong usage, 3 no server or no such file, 4 wrong or missing password.`;
