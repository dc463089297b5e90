import { resolve } from "node:path";
import type { ProgramAnswers } from "@flower-war/protocol/operator";
import { type Command, InvalidArgumentError, Option } from "commander";
import { createGameOption } from "./arguments.ts";
import { EXIT, Failure } from "./failure.ts";
import { documentAt } from "./manifest.ts";
import { askProgram, type AskedProgram } from "./programs.ts";

/* The backups that a server ships on its own (`BACKUP_TO`). */

interface RestoreOptions {
  readonly at?: number;
}

const PROGRAM: AskedProgram = {
  name: "backup-program",
  needs: "A backup of a server",
  process: "backups' process",
  exitCodes: {
    "backup-damaged": EXIT.flawed,
    "backup-incomplete": EXIT.flawed,
    "backup-missing": EXIT.unreachable,
    "backup-store": EXIT.unreachable,
  },
};

/** Adds the commands for shipped backups. @param backup the command `backup` */
export function addShippedBackupCommands(backup: Command): void {
  backup
    .command("key")
    .description("Creates the key of the backups that a server ships.")
    .argument("<file>", "the file to write; it must not exist yet")
    .action(async (file: string) => {
      const { recipient } = await ask("key", [], { file: resolve(file) });
      process.stdout.write(
        `${file}: the key of ${recipient}. Set BACKUP_KEY_FILE to it, and keep a copy apart from the server: without it no backup can be read.\n`,
      );
    });
  backup
    .command("list")
    .description("Lists the backups that a server has shipped.")
    .option("--json", "print JSON")
    .addHelpText("after", SHIPPED_HELP)
    .action(async ({ json }: { json?: true }) => {
      const listed = await ask("list", [], {});
      process.stdout.write(json ? `${JSON.stringify(listed)}\n` : formatList(listed));
    });
  backup
    .command("drill")
    .description("Restores a shipped backup in a scratch place, verifies it, and reports what it holds.")
    .addOption(createAtOption())
    .addOption(createGameOption("also play again matches of a game of your own"))
    .option("--json", "print JSON")
    .addHelpText("after", DRILL_HELP)
    .action(async ({ at, game = [], json }: RestoreOptions & { game?: readonly string[]; json?: true }) => {
      const args = game.flatMap((path) => ["--game", resolve(path)]);
      const drilled = await ask("drill", args, { at: at ?? null });
      process.stdout.write(json ? `${JSON.stringify(drilled)}\n` : formatDrill(drilled));
      if (drilled.contents.matches.flawed.length > 0) process.exitCode = EXIT.flawed;
    });
  backup
    .command("fetch")
    .description("Restores a shipped backup into a file for `restore`, or into a PostgreSQL that is empty.")
    .argument("[file]", "the file to write, which must not exist yet")
    .option("--postgres", "instead of a file: into the PostgreSQL at DATABASE_URL, which must be empty")
    .addOption(createAtOption())
    .addHelpText("after", SHIPPED_HELP)
    .action(async (file: string | undefined, { at, postgres }: RestoreOptions & { postgres?: true }) => {
      if ((file === undefined) !== (postgres === true))
        throw new Failure(EXIT.usage, "Give either the file to write or --postgres.");
      const given = { at: at ?? null, to: file === undefined ? null : resolve(file) };
      const restored = await ask("fetch", [], given);
      process.stdout.write(formatRestored(restored));
    });
}

type Act = "key" | "list" | "drill" | "fetch";

function ask<A extends Act>(act: A, args: readonly string[], given: object) {
  return askProgram<ProgramAnswers[`backup ${A}`]>(PROGRAM, args, { act, ...given });
}

function createAtOption(): Option {
  return new Option(
    "--at <time>",
    "as it was then, like 2026-11-20T18:30:00Z; default: the newest",
  ).argParser((value: string) => {
    const at = Date.parse(value);
    if (/^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(at)) return at;
    throw new InvalidArgumentError("It must be a time like 2026-11-20T18:30:00Z.");
  });
}

function formatList({ backups }: ProgramAnswers["backup list"]): string {
  if (backups.length === 0) return "No backups.\n";
  const lines = backups.map(
    ({ at, base, bytes }) =>
      `${formatTime(at)}  ${base === null ? "whole  " : "changes"}  ${formatBytes(bytes).padStart(9)}`,
  );
  return `${lines.join("\n")}\n`;
}

function formatRestored({ at, age, files, bytes, seconds }: ProgramAnswers["backup fetch"]): string {
  const [fetched, restored] = [seconds.fetch, seconds.restore].map((each) => each.toFixed(1));
  return `Restored: everything as it was at ${formatTime(at)}, ${(age / 1000).toFixed(0)} s before the time that was asked for.
Read: ${files} ${files === 1 ? "file" : "files"}, ${formatBytes(bytes)}, in ${fetched} s; restored in ${restored} s.
`;
}

function formatDrill({ contents, ...restored }: ProgramAnswers["backup drill"]): string {
  const { matches, facts, results, players, temples } = contents;
  const { running, over, folded, flawed } = matches;
  const rest = running + over - folded - flawed.length;
  const lines = [
    `Holds: ${running} running and ${over} finished matches with ${facts} facts, ${results} results, ${players} players, ${temples} temples.`,
    `Played again without a fault: ${folded} matches.${rest > 0 ? ` Not played, for want of their games (--game): ${rest}.` : ""}`,
    flawed.length === 0
      ? "The backup is whole."
      : `Not as they were: ${flawed.length} matches: ${flawed.slice(0, 10).join(", ")}.`,
  ];
  return `${formatRestored(restored)}${lines.join("\n")}\n`;
}

/** As `--at` takes it. */
const formatTime = (at: number): string => new Date(at).toISOString();

function formatBytes(bytes: number): string {
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

const SHIPPED_HELP = `
BACKUP_TO, BACKUP_KEY_FILE and the variables of a bucket are the server's. The server does not need to run.
More: ${documentAt("docs/operate.md#backups")}
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 no such store or no backup, 6 a backup is damaged or incomplete.`;

const DRILL_HELP = `
Nothing of the server is changed. A backup of PostgreSQL is restored into temporary tables at DATABASE_URL.
${SHIPPED_HELP.trimStart()}`;
