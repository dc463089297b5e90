import { readOptions } from "@flower-war/rules";
import { parseWords, UsageError } from "../../protocol/tools/tool.ts";
import { BOT_KINDS, type BotKind, GAMES, findGame } from "./games/index.ts";

/** What to simulate. */
export interface Setup {
  readonly game: string;
  readonly seats: number;
  readonly matches: number;
  /** The kind of bot in each seat of the first match. */
  readonly bots: readonly BotKind[];
  /** The game's host options. */
  readonly options: object;
  /** Plausible worlds that a skilled bot examines per move. */
  readonly thoughts: number;
  readonly seed: string;
}

export interface Arguments {
  readonly setup: Setup;
  /** Print JSON. */
  readonly json: boolean;
  /** Measure the minutes of all presets instead. */
  readonly minutes: boolean;
  /** Format the reports in these files as tables instead; `null`: do not. */
  readonly table: readonly string[] | null;
}

export const USAGE = `Plays many matches between bots, and reports how they went.

usage: npm run simulate -- [options]
       npm run simulate -- --table <report.json>...

options:
  --game <name>        ${[...GAMES.keys()].join(", ")}; default flower-war
  --seats <number>     default: the game's
  --matches <number>   default 1000
  --bots <kinds>       easy or skilled for all seats, or one for each seat, like easy,skilled; default easy.
                       From match to match the bots move on by one seat.
  --options <json>     the game's host options, like '{"rackSize":6}'
  --thoughts <number>  plausible worlds that a skilled bot examines per move; default 4
  --seed <text>        the same seed gives the same matches; default tonalpohualli
  --minutes            measures how long a match of each preset of each game takes, for each number of seats, and writes it into
                       rules/src/minutes.ts; uses --matches and --seed
  --json               prints the report as JSON
  --table              prints the reports in these files, which --json wrote, as Markdown tables
  --help               this text`;

const OPTIONS = {
  game: { type: "string", default: "flower-war" },
  seats: { type: "string" },
  matches: { type: "string", default: "1000" },
  bots: { type: "string", default: "easy" },
  options: { type: "string", default: "{}" },
  thoughts: { type: "string", default: "4" },
  seed: { type: "string", default: "tonalpohualli" },
  json: { type: "boolean", default: false },
  minutes: { type: "boolean", default: false },
  table: { type: "boolean", default: false },
} as const;

/**
 * Parses the command line; `null`: it asks for help.
 * @throws UsageError
 */
export function parseArguments(args: readonly string[]): Arguments | null {
  const words = parseWords(args, OPTIONS);
  if (words === null) return null;
  const { values, positionals } = words;
  if (positionals.length > 0 !== values.table)
    throw new UsageError("--table takes files, and nothing else does.");
  const { game } = values;
  if (!GAMES.has(game)) throw new UsageError(`--game is one of ${[...GAMES.keys()].join(", ")}.`);
  const { min, max, default: usual } = findGame(game).game.seats;
  const seats = readNumber("--seats", values.seats ?? String(usual), min, max);
  const setup: Setup = {
    game,
    seats,
    matches: readNumber("--matches", values.matches, 1, 10_000_000),
    bots: readBots(values.bots, seats),
    options: readGameOptions(game, values.options),
    thoughts: readNumber("--thoughts", values.thoughts, 1, 10_000),
    seed: values.seed,
  };
  const table = values.table ? positionals : null;
  return { setup, json: values.json, minutes: values.minutes, table };
}

function readNumber(name: string, text: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw new UsageError(`${name} is a number from ${min} to ${max}.`);
  return value;
}

function readBots(text: string, seats: number): readonly BotKind[] {
  const kinds = text.split(",").map((kind): BotKind => {
    const known = BOT_KINDS.find((each) => each === kind);
    if (known === undefined) throw new UsageError("--bots are easy or skilled.");
    return known;
  });
  const [first = "easy"] = kinds;
  if (kinds.length === 1) return Array.from({ length: seats }, () => first);
  if (kinds.length !== seats) throw new UsageError("--bots names one kind, or one for each seat.");
  return kinds;
}

function readGameOptions(game: string, text: string): object {
  const read = readOptions(findGame(game).game, parseJson(text));
  if (read.options === undefined) throw new UsageError(`--options: ${read.option} takes ${read.expected}.`);
  return read.options;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError("--options is not JSON.", { cause: error });
  }
}
