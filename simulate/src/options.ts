import { readFileSync } from "node:fs";
import { readOptions } from "@flower-war/rules";
import { parseOptions, UsageError } from "../../protocol/tools/tool.ts";
import { BOT_KINDS, type BotKind, GAMES, findGame } from "./games/index.ts";
import { type Levels, NAMES, USUAL_LEVELS } from "./levels.ts";

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

/** The fewest matches for each weight that is tuned. */
const LEAST_TUNED = 20;

export interface Arguments {
  readonly setup: Setup;
  /** Print JSON. */
  readonly json: boolean;
  /** Measure the minutes of all presets instead. */
  readonly minutes: boolean;
  /** Play all cases instead, and write the report of all. */
  readonly report: boolean;
  /** Play against the bots of this commit instead; `null`: do not. */
  readonly against: string | null;
  /** Tune weights between these levels instead; `null`: do not. */
  readonly levels: Levels | null;
  /** The measured paces of people, by game. */
  readonly paces: { readonly [game: string]: Pace };
}

export const USAGE = `Plays many matches between bots, and reports how they went.

usage: npm run simulate -- [options]
       npm run simulate -- --report [options]
       npm run simulate -- --against <commit> [options]
       npm run simulate -- --tune [options]

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
  --against <commit>   plays the bots of the working tree against those of the commit by the rules of the working tree, two matches
                       with each deal, seats swapped, and prints who came first and how long each thought took. Every other
                       seat is the working tree's. Uses --game, --seats (default 2), --matches, --bots (one kind, default
                       skilled), --options, --thoughts and --seed. \`.\` is the working tree itself: exactly half
  --tune               tunes the skilled bot of Flower War: for each deal both sides draw each weight from two levels, and a table
                       says what the higher one adds to the share of first places. Uses --levels, --game, --seats (default
                       2), --matches (at least ${LEAST_TUNED} for each weight), --options, --thoughts and --seed
  --levels <json>      with --tune: a lower and a higher level of each weight to tune, like '{"disc":[20,60]}'. The weights are
                       ${NAMES.join(", ")};
                       default: half and twice what they are now
  --json               prints the report as JSON
  --help               this text`;

const OPTIONS = {
  game: { type: "string", default: "flower-war" },
  seats: { type: "string" },
  matches: { type: "string", default: "1000" },
  bots: { type: "string" },
  options: { type: "string", default: "{}" },
  thoughts: { type: "string", default: "4" },
  seed: { type: "string", default: "tonalpohualli" },
  json: { type: "boolean", default: false },
  minutes: { type: "boolean", default: false },
  pace: { type: "string" },
  report: { type: "boolean", default: false },
  against: { type: "string" },
  tune: { type: "boolean", default: false },
  levels: { type: "string" },
} as const;

const OF_DUELS = ["game", "seats", "matches", "options", "thoughts", "seed", "json"] as const;

/** Modes other than simulating one setup, with the options that each takes. */
const MODES = {
  report: ["matches", "thoughts", "seed"],
  against: [...OF_DUELS, "bots"],
  tune: [...OF_DUELS, "levels"],
} as const satisfies Readonly<Record<string, readonly (keyof typeof OPTIONS)[]>>;

/**
 * Parses the command line; `null`: it asks for help.
 * @throws UsageError
 */
export function parseArguments(args: readonly string[]): Arguments | null {
  const values = parseOptions(args, OPTIONS);
  if (values === null) return null;
  for (const mode of ["report", "against", "tune"] as const)
    if (values[mode] !== undefined && values[mode] !== false) checkMode(mode, args);
  const { game, tune, against = null } = values;
  if (!tune && values.levels !== undefined) throw new UsageError("--levels is an option of --tune.");
  if (!GAMES.has(game)) throw new UsageError(`--game is one of ${[...GAMES.keys()].join(", ")}.`);
  const { min, max, default: usual } = findGame(game).game.seats;
  const isDuel = tune || against !== null;
  const paces = values.pace === undefined ? {} : readPaces(values.pace);
  const seats = readNumber("--seats", values.seats ?? String(isDuel ? min : usual), min, max);
  const levels = tune ? readLevels(game, values.levels) : null;
  const fewest = levels === null ? 1 : LEAST_TUNED * Object.keys(levels).length;
  const bots = readBots(values.bots ?? (isDuel ? "skilled" : "easy"), seats);
  if (isDuel && new Set(bots).size > 1) throw new UsageError("--bots is one kind with --against.");
  const matches = readNumber("--matches", values.matches, fewest, 10_000_000);
  const setup: Setup = {
    game,
    seats,
    // Two with each deal.
    matches: isDuel ? 2 * Math.ceil(matches / 2) : matches,
    bots,
    options: readGameOptions(game, values.options),
    thoughts: readNumber("--thoughts", values.thoughts, 1, 10_000),
    seed: values.seed,
    ...(paces[game] && { pace: paces[game] }),
  };
  return { setup, json: values.json, minutes: values.minutes, report: values.report, against, levels, paces };
}

/** @throws UsageError if there are options that a mode does not take */
function checkMode(mode: keyof typeof MODES, args: readonly string[]): void {
  const taken: readonly string[] = [mode, ...MODES[mode]];
  const others = Object.keys(OPTIONS).filter((name) => !taken.includes(name));
  if (!args.some((arg) => others.some((name) => arg.split("=")[0] === `--${name}`))) return;
  const list = new Intl.ListFormat("en-GB").format(MODES[mode].map((name) => `--${name}`));
  throw new UsageError(`--${mode} takes ${list} alone.`);
}

/** Reads levels of weights; none: the usual ones. */
function readLevels(game: string, text: string | undefined): Levels {
  if (game !== "flower-war" && game !== "mexica")
    throw new UsageError("--tune: the weights are those of flower-war and mexica.");
  if (text === undefined) return USUAL_LEVELS;
  const levels = parseJson("--levels", text);
  const isLevels =
    typeof levels === "object" &&
    levels !== null &&
    Object.keys(levels).length > 0 &&
    Object.entries(levels).every(([name, each]) => NAMES.some((known) => known === name) && isLevel(each));
  if (!isLevels)
    throw new UsageError(`--levels are two numbers, the lower one first, for each of ${NAMES.join(", ")}.`);
  return levels;
}

function isLevel(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [low, high] = value as readonly unknown[];
  return typeof low === "number" && typeof high === "number" && low < high;
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
  const read = readOptions(findGame(game).game, parseJson("--options", text));
  if (read.options === undefined) throw new UsageError(`--options: ${read.option} takes ${read.expected}.`);
  return read.options;
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${name} is not JSON.`, { cause: error });
  }
}
