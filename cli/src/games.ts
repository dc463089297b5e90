import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { createGameOption, createOperatorOption } from "./arguments.ts";
import { backUp, DATABASE_HELP } from "./database.ts";
import { EXIT, Failure, reasonOf } from "./failure.ts";
import { documentAt } from "./manifest.ts";
import { askProgram } from "./programs.ts";

interface CheckOptions {
  readonly game?: readonly string[];
  readonly operator: string;
}

/** What the server's program finds. */
interface Found {
  readonly lines: readonly string[];
  readonly breaks: boolean;
}

/** Adds `game`, for games of a host's own. */
export function addGameCommands(flowerWar: Command): void {
  flowerWar
    .command("game")
    .description("Games of a host's own.")
    .command("check")
    .description(
      "Says what would break of the stored matches if a server had these games. It changes nothing.",
    )
    .argument(
      "[backup]",
      "a file that `backup` wrote; default: DATABASE_URL, or what the running server stores",
    )
    .addOption(createGameOption("a game that the server would have"))
    .addOption(createOperatorOption())
    .addHelpText("after", CHECK_HELP)
    .action(async (backup: string | undefined, { game = [], operator }: CheckOptions) => {
      const { lines, breaks } = await check(game, backup, operator);
      process.stdout.write(`${lines.join("\n")}\n`);
      if (breaks) process.exitCode = EXIT.flawed;
    });
}

/** @param backup `undefined`: PostgreSQL, or a copy of what the server at `operator` stores */
async function check(games: readonly string[], backup: string | undefined, operator: string): Promise<Found> {
  const args = games.flatMap((path) => ["--game", resolve(path)]);
  const ask = (given: object) => askProgram<Found>("check-games", args, given);
  const { DATABASE_URL: url } = process.env;
  if (backup === undefined && url) return ask({ url });
  // The program brings the file to its version, so it gets a copy.
  const folder = await mkdtemp(join(tmpdir(), "flower-war-check-"));
  const file = join(folder, "flower-war.db");
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

const CHECK_HELP = `
Give all games that the server would be started with. Each stored match of a game of your own is played again by the version that it began
with: what is told are matches that would not go on, records that would not verify, and versions that no match in play needs any more.
The games run with all of your rights, and need Node 24.
More: ${documentAt("docs/add-a-game.md#versions")}
${DATABASE_HELP.trim().split("\n")[0]}
Exit codes: 0 nothing would break, 6 something would, 1 failed, 2 wrong usage, 3 no server or no such file, 4 wrong or missing password.`;
