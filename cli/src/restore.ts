import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { Readable } from "node:stream";
import {
  type DatabaseContents,
  type KeptDatabase,
  type KeptDatabases,
  OPERATOR_PATHS,
  type RestoredDatabase,
  type RestoreRequest,
  type UploadedDatabase,
} from "@flower-war/protocol/operator";
import type { Command } from "commander";
import { createOperatorOption } from "./arguments.ts";
import { DATABASE_HELP } from "./database.ts";
import { EXIT, Failure } from "./failure.ts";
import { requestAsAdmin } from "./server.ts";

interface RestoreOptions {
  readonly operator: string;
  readonly undo?: true;
  readonly yes?: true;
}

/** A database that can replace a server's. */
interface Offer {
  /** The id for the `RestoreRequest`. */
  readonly id: string;
  /** Its name in a sentence. */
  readonly name: string;
  readonly holds: DatabaseContents | null;
  readonly replaces: DatabaseContents;
  readonly deletes: KeptDatabase | null;
}

/** Adds `restore`, which replaces the database of a running server. */
export function addRestoreCommand(flowerWar: Command): void {
  flowerWar
    .command("restore")
    .description(
      "Replaces everything that a server stores with a copy, after it has shown what that holds. Matches go on from the copy.",
    )
    .argument("[file]", "a file that `backup` wrote")
    .option("--undo", "instead of a file: go back to what the last restore replaced")
    .option("--yes", "replace without asking")
    .addOption(createOperatorOption())
    .addHelpText("after", RESTORE_HELP)
    .action(async (file: string | undefined, options: RestoreOptions) => {
      if ((file === undefined) !== (options.undo === true))
        throw new Failure(EXIT.usage, "Say what to restore: a file, or --undo.");
      if (!options.yes && !process.stdin.isTTY)
        throw new Failure(EXIT.usage, "There is no terminal to ask at. Add --yes to replace without asking.");
      await restore(file ?? null, options);
    });
}

/** @param file `null`: what the last restore replaced */
async function restore(file: string | null, { operator: server, yes }: RestoreOptions): Promise<void> {
  const offer = file === null ? await findLast(server) : await upload(server, file);
  process.stdout.write(describe(offer));
  if (!yes && !(await ask("Replace? [y/N] "))) throw new Failure(EXIT.failed, "Nothing was replaced.");
  const body = JSON.stringify({ restore: offer.id } satisfies RestoreRequest);
  const headers = { "content-type": "application/json" };
  const answer = await requestAsAdmin(server, OPERATOR_PATHS.restore, {
    method: "POST",
    headers,
    body,
  });
  const { undo } = (await answer.json()) as RestoredDatabase;
  process.stdout.write(
    `The server now uses the data of ${offer.name}. What it replaced is kept as ${undo}.\n` +
      "To go back: npx --no -- flower-war restore --undo\n",
  );
}

async function upload(server: string, file: string): Promise<Offer> {
  const size = await stat(file).then(
    (found) => (found.isFile() ? found.size : null),
    () => null,
  );
  if (size === null) throw new Failure(EXIT.unreachable, `There is no file ${file}.`);
  const response = await requestAsAdmin(server, OPERATOR_PATHS.database, {
    method: "PUT",
    headers: { "content-type": "application/vnd.sqlite3", "content-length": String(size) },
    body: Readable.toWeb(createReadStream(file)),
    duplex: "half",
  });
  const { restore: id, holds, replaces, deletes } = (await response.json()) as Partial<UploadedDatabase>;
  if (id === undefined || !holds || !replaces || deletes === undefined)
    throw new Failure(
      EXIT.failed,
      `The server at ${server} is of an earlier version: it replaced its data without asking.`,
    );
  return { id, name: file, holds, replaces, deletes };
}

async function findLast(server: string): Promise<Offer> {
  const response = await requestAsAdmin(server, OPERATOR_PATHS.keptDatabases);
  const { current, kept } = (await response.json()) as KeptDatabases;
  const [last] = kept;
  if (last === undefined)
    throw new Failure(EXIT.failed, "There is nothing to go back to: the server keeps no replaced data.");
  const name = `what was replaced on ${formatDate(last.replacedAt)}`;
  return { id: last.id, name, holds: last.holds, replaces: current, deletes: null };
}

/** Resolves with `false` unless the answer is yes. */
async function ask(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const ended = new Promise<string>((resolve) => terminal.once("close", () => resolve("")));
  const answer = await Promise.race([terminal.question(question), ended]);
  terminal.close();
  return /^y(?:es)?$/i.test(answer.trim());
}

function describe({ name, holds, replaces, deletes }: Offer): string {
  const lines = [
    `It would restore ${name}: ${describeContents(holds)}.`,
    `It would replace what the server has now: ${describeContents(replaces)}. That is kept.`,
  ];
  if (deletes)
    lines.push(
      `It would delete what was replaced on ${formatDate(deletes.replacedAt)}: ${describeContents(deletes.holds)}.`,
    );
  return `${lines.join("\n")}\n`;
}

function describeContents(contents: DatabaseContents | null): string {
  if (contents === null) return "data that this version of the server cannot count";
  const { matches, temples, players, writtenAt } = contents;
  const counts = [
    `${matches.running} running and ${matches.finished} finished matches`,
    `${temples} ${temples === 1 ? "temple" : "temples"}`,
    `${players} ${players === 1 ? "player" : "players"}`,
  ];
  return `${counts.join(", ")}, ${writtenAt === null ? "never written" : `last written on ${formatDate(writtenAt)}`}`;
}

/** @param at ms since 1970. Returns it in the reader's time zone. */
function formatDate(at: number): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "long" }).format(at);
}

const RESTORE_HELP = `
The file is checked, and what it holds is shown beside what the server has, before anything is replaced. The last three
replaced databases are kept in DATA_DIR, as flower-war.db.replaced-<time>.
${DATABASE_HELP.trimStart()}`;
