import type { ProgramAnswers } from "@flower-war/protocol/operator";
import type { Command } from "commander";
import { createGameOption, createOperatorOption } from "./arguments.ts";
import { DATABASE_HELP } from "./database.ts";
import { EXIT } from "./failure.ts";
import { documentAt } from "./manifest.ts";
import { askAboutStored, BACKUP, type StoredOptions } from "./stored.ts";

/** Adds `game`: games of a host's own, and what stored matches say of games. */
export function addGameCommands(flowerWar: Command): void {
  const game = flowerWar.command("game").description("Games of a host's own, and how people play.");
  game
    .command("check")
    .description(
      "Says what would break of the stored matches if a server had these games. It changes nothing.",
    )
    .argument("[backup]", BACKUP)
    .addOption(createGameOption("a game that the server would have"))
    .addOption(createOperatorOption())
    .addHelpText("after", CHECK_HELP)
    .action(async (backup: string | undefined, options: StoredOptions) => {
      const { lines, breaks } = await askAboutStored("check-games", backup, options);
      process.stdout.write(`${lines.join("\n")}\n`);
      if (breaks) process.exitCode = EXIT.flawed;
    });
  game
    .command("pace")
    .description("Measures how long people took for their decisions in the stored matches that are over.")
    .argument("[backup]", BACKUP)
    .addOption(createGameOption("a game of your own that was played"))
    .addOption(createOperatorOption())
    .option("--json", "print JSON, as `npm run simulate -- --pace` of the project reads it")
    .addHelpText("after", PACE_HELP)
    .action(async (backup: string | undefined, options: StoredOptions & { json?: true }) => {
      const pace = await askAboutStored("measure-pace", backup, options);
      process.stdout.write(options.json ? `${JSON.stringify(pace)}\n` : formatPace(pace));
    });
}

function formatPace({ games }: ProgramAnswers["measure-pace"]): string {
  const all = Object.entries(games);
  if (all.length === 0) return "No match that people played is over.\n";
  const lines = all.flatMap(([game, { matches, seconds }]) => [
    `${game}: ${matches} ${matches === 1 ? "match" : "matches"}; seconds: median, 10 % and 90 %, and how many decisions`,
    ...Object.entries(seconds).map(
      ([decision, { median, p10, p90, decisions }]) =>
        `  ${decision.padEnd(16)}${median.toFixed(1).padStart(8)}${p10.toFixed(1).padStart(8)}${p90.toFixed(1).padStart(8)}${String(decisions).padStart(9)}`,
    ),
  ]);
  return `${lines.join("\n")}\n`;
}

const PACE_HELP = `
A decision takes from the moment at which the seat is asked to that at which the server has its command. What bots and clocks play does not
count, nor a decision of more than 10 minutes, or in which the match slept, a clock stood still or a player sat down. No person and no match is named.
${DATABASE_HELP.trim().split("\n")[0]}
Exit codes: 0 measured, 1 failed, 2 wrong usage, 3 no server or no such file, 4 wrong or missing password.`;

const CHECK_HELP = `
Give all games that the server would be started with. Each stored match of a game of your own is played again by the version that it began
with: what is told are matches that would not go on, records that would not verify, and versions that no match in play needs any more.
The games run with all of your rights, and need Node 24.
More: ${documentAt("docs/add-a-game.md#versions")}
${DATABASE_HELP.trim().split("\n")[0]}
Exit codes: 0 nothing would break, 6 something would, 1 failed, 2 wrong usage, 3 no server or no such file, 4 wrong or missing password.`;
