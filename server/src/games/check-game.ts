import { fileURLToPath, pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { Schema } from "@colyseus/schema";
import { JsonState } from "@flower-war/protocol/json-table";
import { matchFields } from "@flower-war/protocol/server";
import { defaultsOf, readOptions } from "@flower-war/rules";
import { seatCounts } from "@flower-war/rules/page";
import { z } from "zod";
import { GameError } from "../game-error.ts";
import type { HostedGame } from "./hosted-game.ts";
import { HOSTING, nameErrors, RULES, TEMPLE } from "./name-errors.ts";

/** A seed of the match with which a game is tried. */
export const SEED = "00".repeat(32);

/** Names of games and seats: they are in paths, records and databases. */
const NAME = /^[a-z][a-z0-9-]{0,23}$/;

const method = z.custom<(...args: never) => unknown>((value) => typeof value === "function", "a function");
const name = z.string("a string").regex(NAME, "1 to 24 of a-z, 0-9 and -, beginning with a letter");
const seats = z.int("an integer").min(1, "at least 1").max(12, "at most 12");
const optionValue = z.union([z.string(), z.number(), z.boolean()], "a string, number or boolean");
const option = z
  .object({
    values: z.array(optionValue, "a list").min(1, "a list that is not empty"),
    default: optionValue,
    before: optionValue.optional(),
  })
  .superRefine(({ values, ...named }, context) => {
    const wrong = Object.entries(named).find(([, value]) => value !== undefined && !values.includes(value));
    if (wrong === undefined) return;
    const [part, value] = wrong;
    context.addIssue(`one whose ${part} is one of its values: ${JSON.stringify(value)} is not`);
  });

const HOSTED = z.object(
  {
    game: z.object(
      {
        name,
        version: z.int("a whole number").min(1, "at least 1").optional(),
        seats: z
          .object({ min: seats, max: seats, default: seats }, "{ min, max, default }")
          .refine(
            (count) => count.min <= count.default && count.default <= count.max,
            "min <= default <= max",
          ),
        options: z.record(z.string(), option, "an object of options"),
        presets: z.array(z.object({ name: z.string(), options: z.object({}) }), "a list").optional(),
        ...methods(RULES),
      },
      "an object with the rules",
    ),
    ...methods(HOSTING),
    turnOf: method.optional(),
    ratedTurns: z.int("a whole number").min(1, "at least 1").optional(),
    temple: z.object(methods(TEMPLE), "null, or an object").nullable(),
    page: z.instanceof(URL, { error: "a URL of a file" }).optional(),
    table: z.instanceof(URL, { error: "a URL of a file" }).optional(),
  },
  "an object { game, newState, write, packHand, easyBot, temple }",
);

function methods(names: readonly string[]): Record<string, typeof method> {
  return Object.fromEntries(names.map((each) => [each, method]));
}

/** Why a game cannot be hosted. */
export interface Fault {
  /** A part of a sentence, such as "its game.decide must be a function". */
  readonly what: string;
  /** The thrown error, with its stack. */
  readonly cause?: unknown;
}

/**
 * Finds the fault of a value that should be a hosted game: first its shape, then, for every number of seats, whether a match
 * with the default options begins and can be shown. It never throws.
 * @param folder where its files are; the place in them where it throws is named
 * @returns `null`: nothing was found
 */
export function findFault(value: unknown, folder?: string): Fault | null {
  const { error } = HOSTED.safeParse(value);
  const [issue] = error?.issues ?? [];
  if (issue !== undefined) {
    const part = issue.path.length === 0 ? "it" : `its ${issue.path.join(".")}`;
    return { what: `${part} must be ${issue.message}` };
  }
  const hosted = nameErrors(value as HostedGame);
  const { game } = hosted;
  for (const { name: preset, options } of game.presets ?? []) {
    const read = readOptions(game, options);
    if (read.options === undefined)
      return { what: `its preset ${preset} has a wrong option, ${read.option}: it takes ${read.expected}` };
  }
  for (const count of seatCounts(game)) {
    try {
      beginMatch(hosted, count);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      return { what: `a match of ${count} seats does not begin: ${reason}${placeOf(cause, folder)}`, cause };
    }
  }
  return null;
}

/** Begins a match with the default options, and writes the public view and that of each seat. */
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
  if (hosted.table !== undefined && hosted.page === undefined) throw new Error("it has a table, but no page");
  if (hosted.page !== undefined && !(synced instanceof JsonState))
    throw new Error("it has a page, but was not made with hostGame");
  const missing = missingOf(synced);
  if (missing !== null) throw new Error(`newState gives a state without ${missing}`);
  const seen = game.view(state, "public");
  hosted.write(seen, synced, null);
  for (const seat of named) hosted.packHand(game.view(state, seat), null, seen);
  if (synced instanceof JsonState)
    for (const viewer of ["public", ...named]) requireJson(game.view(state, viewer));
}

/** What `hostGame` would leave out reaches no client. */
function requireJson(view: object): void {
  for (const [part, value] of Object.entries(view)) {
    const read: unknown = value === undefined ? undefined : JSON.parse(JSON.stringify(value) ?? "null");
    if (!isDeepStrictEqual(read, value)) throw new Error(`${part} of its view has what JSON cannot hold`);
  }
}

/** Names the parts that a synced state lacks; `null`: none. */
function missingOf(synced: Schema): string | null {
  const fields = Object.keys(matchFields());
  const lacking = fields.filter((field) => !(field in synced));
  const shared = `${lacking.length === fields.length ? "" : `${lacking.join(", ")} of `}\`matchFields()\``;
  const missing = [...("table" in synced ? [] : ["`table`"]), ...(lacking.length > 0 ? [shared] : [])];
  return missing.length === 0 ? null : missing.join(" and ");
}

/** Returns where in a folder a game threw, as the end of a sentence; `""`: unknown. */
function placeOf(thrown: unknown, folder: string | undefined): string {
  const { cause } = thrown as { readonly cause?: unknown };
  if (folder === undefined || !(thrown instanceof GameError && cause instanceof Error)) return "";
  const frames = (cause.stack ?? "").split("\n").filter((line) => /^ +at /.test(line));
  const url = pathToFileURL(folder).href;
  const frame = frames.find((line) => line.includes(url) || line.includes(folder));
  const [, file, position] = /((?:file:|\/|[A-Za-z]:\\)[^()]*?)(:\d+:\d+)\)?$/.exec(frame ?? "") ?? [];
  if (file === undefined || position === undefined) return "";
  return `, at ${file.startsWith("file:") ? fileURLToPath(file) : file}${position}`;
}
