import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { PATHS } from "@flower-war/client-sdk/protocol";
import type { Command } from "commander";
import { adminPassword } from "./admin-password.ts";
import { serverOption } from "./arguments.ts";
import { EXIT, Failure } from "./failure.ts";
import { reasonOf, refusal } from "./http.ts";

/** `backup` and `restore`: the server's database, while it runs. */
export function addDatabaseCommands(flowerWar: Command): void {
  flowerWar
    .command("backup")
    .description("Takes a copy of all that a server keeps, while matches are played.")
    .argument("<file>", "where to write it; it must not be there yet")
    .addOption(serverOption())
    .addHelpText("after", HELP)
    .action(async (file: string, { server }: { server: string }) => {
      const bytes = await backUp(server, adminPassword(process.env), file);
      process.stdout.write(`${file}: ${bytes} bytes.\n`);
    });
  flowerWar
    .command("restore")
    .description("Puts a copy in the place of what a server keeps. Its matches go on as the copy has them.")
    .argument("<file>", "what `backup` wrote")
    .addOption(serverOption())
    .addHelpText("after", RESTORE_HELP)
    .action(async (file: string, { server }: { server: string }) => {
      await restore(server, adminPassword(process.env), file);
      process.stdout.write(`The server goes on from ${file}.\n`);
    });
}

/** Resolves with the number of bytes, when the whole copy is on this disk. */
async function backUp(server: string, password: string, file: string): Promise<number> {
  if (existsSync(file)) throw new Failure(EXIT.usage, `${file} is there already.`);
  const response = await ask(server, password, { method: "GET" });
  if (!response.body) throw new Failure(EXIT.failed, `${server} sent nothing.`);
  const unfinished = `${file}.part`;
  try {
    // A copy that is cut short fails here: the server says how long it is.
    await pipeline(Readable.fromWeb(response.body), createWriteStream(unfinished, { mode: 0o600 }));
    await sync(unfinished);
    await rename(unfinished, file);
    return (await stat(file)).size;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw new Failure(EXIT.failed, `The copy could not be written: ${reasonOf(error)}.`);
  }
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, "r+");
  await handle.sync();
  await handle.close();
}

async function restore(server: string, password: string, file: string): Promise<void> {
  const size = await stat(file).then(
    ({ size: bytes }) => bytes,
    () => null,
  );
  if (size === null) throw new Failure(EXIT.unreachable, `There is no file ${file}.`);
  await ask(server, password, {
    method: "PUT",
    headers: { "content-type": "application/vnd.sqlite3", "content-length": String(size) },
    body: Readable.toWeb(createReadStream(file)),
    duplex: "half",
  });
}

/** @throws Failure unless the server does it */
async function ask(
  server: string,
  password: string,
  request: RequestInit & { duplex?: "half" },
): Promise<Response> {
  const headers = { ...(request.headers as Record<string, string>), authorization: `Bearer ${password}` };
  const response = await fetch(server + PATHS.database, { ...request, headers }).catch((error: unknown) => {
    throw new Failure(EXIT.unreachable, `No server answers at ${server}: ${reasonOf(error)}.`);
  });
  if (response.ok) return response;
  const { exitCode, message } = refusal(server, { status: response.status, text: await response.text() });
  throw new Failure(response.status === 401 ? EXIT.unauthorized : exitCode, message);
}

const HELP = `
The admin's password comes from ADMIN_PASSWORD or, in development, from DATA_DIR/admin-password (./data).
A server with REDIS_URL refuses this (no-database): back its Redis up.
Exit codes: 1 failed, 2 wrong usage, 3 server out of reach or no such file, 4 wrong or missing password.`;
const RESTORE_HELP = `
What the server kept until then stays in DATA_DIR, as flower-war.db.replaced-<time>.
${HELP.trimStart()}`;
