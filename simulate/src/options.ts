import { readFileSync } from "node:fs";
import { readOptions } from "@flower-war/rules";
import { parseOptions, UsageError } from "../../protocol/tools/tool.ts";
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
  /** Thoughts that a skilled bot has for a move: mostly plausible worlds that it examines. A strong one has `STRONG` times as many. */
  readonly thoughts: number;
  readonly seed: string;
  /** Seconds for each kind of decision that differ from the assumed pace; missing: none. */
  readonly pace?: Pace;
}

/** Seconds that people take, by kind of decision. */
export type Pace = { readonly [decision: string]: number };

/** How many times as many thoughts as a skilled bot a strong one has: about what it has more time on a server. */
export const STRONG = 7;

/** How many decisions of a kind a measured pace needs to count. */
const LEAST_MEASURED = 100;

export interface Arguments {
  readonly setup: Setup;
  /** Print JSON. */
  readonly json: boolean;
  /** Measure the minutes of all presets instead. */
  readonly minutes: boolean;
  /** Play all cases instead, and write the report of all. */
  readonly report: boolean;
  /** The measured paces of people, by game. */
  readonly paces: { readonly [game: string]: Pace };
}

export const USAGE = `Plays many matches between bots, and reports how they went.

usage: npm run simulate -- [options]
       npm run simulate -- --report [options]

options:
  --game <name>        ${[...GAMES.keys()].join(", ")}; default flower-war
  --seats <number>     default: the game's
  --matches <number>   default 1000
  --bots <kinds>       easy, skilled or strong for all seats, or one for each seat, like easy,skilled; default easy.
                       From match to match the bots move on by one seat.
  --options <json>     the game's host options, like '{"rackSize":6}'
  --thoughts <number>  plausible worlds that a skilled bot examines per move; a strong one examines ${STRONG} times as many;
                       default 4
  --seed <text>        the same seed gives the same matches; default tonalpohualli
  --pace <file>        takes people's pace from this file, which \`flower-war game pace --json\` printed, where it has at least
                       ${LEAST_MEASURED} decisions of a kind; default: an assumed one
  --minutes            measures how long a match of each preset of each game takes, for each number of seats, and writes it into
                       rules/src/minutes.ts; uses --matches, --seed and --pace
  --report             plays every preset of every game with every number of seats, between easy and between skilled bots, and
                       writes docs/balance.md with its plots; uses --matches, --thoughts and --seed. Each case is kept in
                       .cache/balance when it is done: a report that was stopped goes on from there
  --json               prints the report as JSON
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
  pace: { type: "string" },
  report: { type: "boolean", default: false },
} as const;

/** The options that `--report` takes, and itself. */
const OF_REPORT: ReadonlySet<string> = new Set(["report", "matches", "thoughts", "seed"]);

/**
 * Parses the command line; `null`: it asks for help.
 * @throws UsageError
 */
export function parseArguments(args: readonly string[]): Arguments | null {
  const values = parseOptions(args, OPTIONS);
  if (values === null) return null;
  const others = Object.keys(OPTIONS).filter((name) => !OF_REPORT.has(name));
  if (values.report && args.some((arg) => others.some((name) => arg.split("=")[0] === `--${name}`)))
    throw new UsageError("--report takes --matches, --thoughts and --seed alone.");
  const { game } = values;
  if (!GAMES.has(game)) throw new UsageError(`--game is one of ${[...GAMES.keys()].join(", ")}.`);
  const { min, max, default: usual } = findGame(game).game.seats;
  const paces = values.pace === undefined ? {} : readPaces(values.pace);
  const seats = readNumber("--seats", values.seats ?? String(usual), min, max);
  const setup: Setup = {
    game,
    seats,
    matches: readNumber("--matches", values.matches, 1, 10_000_000),
    bots: readBots(values.bots, seats),
    options: readGameOptions(game, values.options),
    thoughts: readNumber("--thoughts", values.thoughts, 1, 10_000),
    seed: values.seed,
    ...(paces[game] && { pace: paces[game] }),
  };
  return { setup, json: values.json, minutes: values.minutes, report: values.report, paces };
}

interface Measured {
  readonly median: number;
  readonly decisions: number;
}

/** @throws UsageError if the file is not what `flower-war game pace --json` prints */
function readPaces(file: string): Arguments["paces"] {
  try {
    const { games } = JSON.parse(readFileSync(file, "utf8")) as {
      readonly games: {
        readonly [game: string]: { readonly seconds: { readonly [kind: string]: Measured } };
      };
    };
    return Object.fromEntries(
      Object.entries(games).map(([game, { seconds }]) => {
        const enough = Object.entries(seconds).filter(([, { decisions }]) => decisions >= LEAST_MEASURED);
        return [game, Object.fromEntries(enough.map(([kind, { median }]) => [kind, median]))];
      }),
    );
  } catch (error) {
    throw new UsageError(`--pace: ${file} is not what \`flower-war game pace --json\` prints.`, {
      cause: error,
    });
  }
}

function readNumber(name: string, text: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw new UsageError(`${name} is a number from ${min} to ${max}.`);
  return value;
}

function readBots(text: string, seats: number): readonly BotKind[] {
  const kinds = text.split(",").map((kind): BotKind => {
    const known = BOT_KINDS.find((each) => each === kind);
    if (known === undefined) throw new UsageError("--bots are easy, skilled or strong.");
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
