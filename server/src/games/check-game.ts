import { Schema } from "@colyseus/schema";
import { defaultsOf, readOptions } from "@flower-war/rules";
import { z } from "zod";
import type { HostedGame } from "./hosted-game.ts";

/** A seed of the match with which a game is tried. */
const SEED = "00".repeat(32);

/** Names of games and seats: they are in paths, records and databases. */
const NAME = /^[a-z][a-z0-9-]{0,23}$/;

const method = z.custom<(...args: never) => unknown>((value) => typeof value === "function", "a function");
const name = z.string("a string").regex(NAME, "1 to 24 of a-z, 0-9 and -, beginning with a letter");
const seats = z.int("an integer").min(1, "at least 1").max(12, "at most 12");
const optionValue = z.union([z.string(), z.number(), z.boolean()], "a string, number or boolean");
const option = z
  .object({ values: z.array(optionValue, "a list").min(1, "a list that is not empty"), default: optionValue })
  .refine((range) => range.values.includes(range.default), "one whose default is one of its values");

const HOSTED = z.object(
  {
    game: z.object(
      {
        name,
        seats: z
          .object({ min: seats, max: seats, default: seats }, "{ min, max, default }")
          .refine(
            (count) => count.min <= count.default && count.default <= count.max,
            "min <= default <= max",
          ),
        options: z.record(z.string(), option, "an object of options"),
        presets: z.array(z.object({ name: z.string(), options: z.object({}) }), "a list").optional(),
        ...methods("seatsFor", "setup", "awaiting", "legal", "decide", "evolve"),
        ...methods("fallback", "outcome", "view", "redact"),
      },
      "an object with the rules",
    ),
    ...methods("newState", "write", "packHand", "easyBot"),
    turnOf: method.optional(),
    temple: z.object(methods("bead", "window", "display"), "null, or an object").nullable(),
  },
  "an object { game, newState, write, packHand, easyBot, temple }",
);

function methods(...names: readonly string[]): Record<string, typeof method> {
  return Object.fromEntries(names.map((each) => [each, method]));
}

/**
 * Finds what is wrong with a value that should be a hosted game: first its shape, then, for every number of seats, whether a match
 * with the default options begins and can be shown. It never throws.
 * @returns a part of a sentence, such as "its game.decide must be a function"; `null`: nothing was found
 */
export function findFault(value: unknown): string | null {
  const { error } = HOSTED.safeParse(value);
  const [issue] = error?.issues ?? [];
  if (issue !== undefined) {
    return issue.path.length === 0
      ? `it must be ${issue.message}`
      : `its ${issue.path.join(".")} must be ${issue.message}`;
  }
  const hosted = value as HostedGame;
  const { game } = hosted;
  for (const { name: preset, options } of game.presets ?? []) {
    const read = readOptions(game, options);
    if (read.options === undefined) return `its preset ${preset} has a wrong option ${read.option}`;
  }
  for (let count = game.seats.min; count <= game.seats.max; count += 1) {
    try {
      beginMatch(hosted, count);
    } catch (thrown) {
      return `a match of ${count} seats does not begin: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
    }
  }
  return null;
}

/** Begins a match with the default options, and writes what everybody and each seat sees. */
function beginMatch(hosted: HostedGame, count: number): void {
  const { game } = hosted;
  const named = game.seatsFor(count);
  const wrong = named.find((seat, index) => !NAME.test(seat) || named.indexOf(seat) !== index);
  if (wrong !== undefined) throw new Error(`${JSON.stringify(wrong)} is no seat's name, or that of two`);
  if (named.length !== count) throw new Error(`seatsFor gives ${named.length} seats`);
  const state = game.setup(defaultsOf(game), count, SEED);
  if (game.awaiting(state).length === 0) throw new Error("no seat is awaited");
  const synced = hosted.newState();
  // Of another copy of the package it would reach no client.
  if (!(synced instanceof Schema))
    throw new Error("newState gives nothing made with `schema` of @flower-war/server/games");
  if (!("table" in synced && "hands" in synced)) {
    throw new Error("newState gives a state without `table` and `matchFields`");
  }
  hosted.write(game.view(state, "public"), synced, null);
  for (const seat of named) hosted.packHand(game.view(state, seat), null);
}
