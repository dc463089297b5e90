import { parseArgs } from "node:util";
import { readOptions } from "@flower-war/rules";
import { BOT_KINDS, type BotKind, GAMES, gameNamed } from "./games/index.ts";

/** What is to be simulated. */
export interface Wish {
  readonly game: string;
  readonly seats: number;
  readonly matches: number;
  /** The kind of each seat's bot in the first match. */
  readonly bots: readonly BotKind[];
  readonly options: object;
  readonly thoughts: number;
  readonly seed: string;
}

/** Something is wrong with an argument. */
export class UsageError extends Error {}

export const USAGE = `npm run simulate -- [--game ${[...GAMES.keys()].join("|")}] [--seats 4] [--matches 1000] [--bots easy|skilled|easy,skilled,...]
                    [--options '{"rackSize":6}'] [--thoughts 4] [--seed any] [--json]
Bots: one kind for all seats, or one for each; from match to match everybody sits one seat on.
Thoughts: how many plausible worlds a skilled bot looks at for a move.`;

/** @throws `UsageError` */
export function readArguments(args: readonly string[]): { readonly wish: Wish; readonly json: boolean } {
  const { values } = parse(args);
  const { game } = values;
  if (!GAMES.has(game)) throw new UsageError(`--game is one of ${[...GAMES.keys()].join(", ")}`);
  const { min, max, default: usual } = gameNamed(game).game.seats;
  const seats = number("--seats", values.seats ?? String(usual), min, max);
  const wish: Wish = {
    game,
    seats,
    matches: number("--matches", values.matches, 1, 10_000_000),
    bots: botsOf(values.bots, seats),
    options: optionsOf(game, values.options),
    thoughts: number("--thoughts", values.thoughts, 1, 10_000),
    seed: values.seed,
  };
  return { wish, json: values.json };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        game: { type: "string", default: "flower-war" },
        seats: { type: "string" },
        matches: { type: "string", default: "1000" },
        bots: { type: "string", default: "easy" },
        options: { type: "string", default: "{}" },
        thoughts: { type: "string", default: "4" },
        seed: { type: "string", default: "tonalpohualli" },
        json: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function number(name: string, text: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw new UsageError(`${name} is a number from ${min} to ${max}`);
  return value;
}

function botsOf(text: string, seats: number): readonly BotKind[] {
  const kinds = text.split(",").map((kind): BotKind => {
    const known = BOT_KINDS.find((each) => each === kind);
    if (known === undefined) throw new UsageError("--bots are easy or skilled");
    return known;
  });
  const [first = "easy"] = kinds;
  if (kinds.length === 1) return Array.from({ length: seats }, () => first);
  if (kinds.length !== seats) throw new UsageError("--bots names one kind, or one for each seat");
  return kinds;
}

function optionsOf(game: string, text: string): object {
  const read = readOptions(gameNamed(game).game, parsedJson(text));
  if (read.options === undefined) throw new UsageError(`--options: ${read.option} takes ${read.expected}`);
  return read.options;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError("--options is no JSON", { cause: error });
  }
}
