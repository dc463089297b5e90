import { statfs } from "node:fs/promises";
import { resolve } from "node:path";
import { SUPPORTED_PROTOCOLS } from "@flower-war/protocol";
import type { ProgramAnswers } from "@flower-war/protocol/operator";
import type { Command } from "commander";
import { createGameOption, createOperatorOption } from "./arguments.ts";
import { DATABASE_HELP } from "./database.ts";
import { EXIT, Failure } from "./failure.ts";
import { documentAt, readManifest } from "./manifest.ts";
import { askAboutStored, BACKUP, type StoredOptions } from "./stored.ts";

type Rehearsed = ProgramAnswers["check-upgrade"];

/** Misfits that are told one by one. */
const MOST_TOLD = 10;

/** The most free space that an upgrade needs, in sizes of the data: the rewritten rows, and their write-ahead log. */
const ROOM = 2;

/** Adds `upgrade`, which reports the changes when this version starts on the data of another one. */
export function addUpgradeCommand(flowerWar: Command): void {
  flowerWar
    .command("upgrade")
    .description(
      "Says what would happen if this version started on what the running server stores: rehearsed on a copy. It changes nothing.",
    )
    .argument("[backup]", BACKUP)
    .option("--check", "rehearse it; to upgrade, stop the server and start this version")
    .option("--json", "print JSON")
    .addOption(createGameOption("a game of your own that the server would have"))
    .addOption(createOperatorOption())
    .addHelpText("after", HELP)
    .action(async (backup: string | undefined, options: StoredOptions & { check?: true; json?: true }) => {
      if (!options.check)
        throw new Failure(EXIT.usage, "Add --check. To upgrade, stop the server and start this version.");
      const rehearsed = await askAboutStored("check-upgrade", backup, options);
      const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(new URL(options.operator).hostname);
      const free = rehearsed.bytes !== null && isHere ? await readFree() : null;
      process.stdout.write(
        options.json ? `${JSON.stringify({ ...rehearsed, free })}\n` : format(rehearsed, free),
      );
      if (breaks(rehearsed, free)) process.exitCode = EXIT.flawed;
      else if (rehearsed.matches === null) process.exitCode = EXIT.failed;
    });
}

/** Returns the free bytes of the folder that the server stores in; `null`: it is not on this machine. */
async function readFree(): Promise<number | null> {
  const found = await statfs(resolve(process.env["DATA_DIR"] || "./data")).catch(() => null);
  return found && found.bavail * found.bsize;
}

function breaks(rehearsed: Rehearsed, free: number | null): boolean {
  return rehearsed.misfits.length > 0 || lacksRoom(rehearsed, free);
}

function lacksRoom({ bytes }: Rehearsed, free: number | null): boolean {
  return bytes !== null && free !== null && free < ROOM * bytes;
}

function format(rehearsed: Rehearsed, free: number | null): string {
  const { misfits } = rehearsed;
  const told = misfits.slice(0, MOST_TOLD).map(({ match, reason }) => `  ${match}: ${reason}`);
  const more = misfits.length > MOST_TOLD ? [`  and ${misfits.length - MOST_TOLD} more`] : [];
  const lines = [
    describeData(rehearsed),
    describeMatches(rehearsed),
    ...told,
    ...more,
    `Temples: ${rehearsed.temples} enrolled. They keep their secrets and their seats.`,
    `Clients: those of protocol ${SUPPORTED_PROTOCOLS.oldest} to ${SUPPORTED_PROTOCOLS.newest} go on (${documentAt("docs/compatibility.md")}).`,
    ...describeDisk(rehearsed, free),
    `Before: read "Migrate" of ${documentAt("CHANGELOG.md")}, and keep a backup. After it the earlier version does not start on the data: it says database-newer, and the way back is that backup.`,
    verdictOf(rehearsed, free),
  ];
  return `${lines.join("\n")}\n`;
}

function verdictOf(rehearsed: Rehearsed, free: number | null): string {
  if (breaks(rehearsed, free)) return "Do not upgrade yet.";
  return rehearsed.matches === null ? "Whether the matches go on was not checked." : "Nothing would break.";
}

function describeData({ from, to, ms, matches }: Rehearsed): string {
  const version = `Data: ${readManifest().version} stores it in version ${to}`;
  if (from === to) return `${version}, which it has. Nothing is migrated.`;
  return matches === null
    ? `${version}; it has ${from}.`
    : `${version}; checking a copy and bringing it there from ${from} took ${seconds(ms)}.`;
}

function describeMatches({ matches, misfits }: Rehearsed): string {
  if (matches === null)
    return "Matches: not rehearsed, for the database is of another version. Restore a dump into an empty database, start this version on it once, and check that one.";
  const { open, ms } = matches;
  const restored = `Matches: ${open} not over, all read and played again in ${seconds(ms)}`;
  return misfits.length === 0
    ? `${restored}. All go on in their seats; clocks stand still while the server restarts.`
    : `${restored}. These would not go on:`;
}

function describeDisk({ bytes }: Rehearsed, free: number | null): string[] {
  if (bytes === null) return [];
  const size = `Disk: ${megabytes(bytes)} of data, and up to ${megabytes(ROOM * bytes)} more while it starts`;
  if (free === null) return [`${size}.`];
  return [`${size}; ${megabytes(free)} are free.${free < ROOM * bytes ? " That is not enough." : ""}`];
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const HELP = `
Run it from the version that you would start. It takes a backup of the running server, brings that to this version, and plays all matches
that are not over again. Of PostgreSQL it reads the database as it is.
${DATABASE_HELP.trim().split("\n")[0]}
Exit codes: 0 nothing would break, 6 something would, 1 failed or not checked, 2 wrong usage, 3 no server or no such file, 4 wrong or missing password.`;
