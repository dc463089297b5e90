/** What a refusal says that a field takes (docs/protocol.md, "Refusals"). */
import { REFUSAL_CODES, type RefusalBody } from "@flower-war/protocol";
import { CreateRequest, MATCH_REQUESTS, SeatRequest } from "@flower-war/protocol/schemas";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { RefusalError } from "../../src/refusal.ts";
import { parse } from "../../src/wire/requests.ts";

/** Returns the refusal of a value. */
function refusalOf(format: z.ZodType, value: unknown): RefusalBody {
  try {
    parse(format, value);
  } catch (error) {
    if (error instanceof RefusalError) return error.body;
    throw error;
  }
  throw new Error("the value fits");
}

const create = (fields: object): [z.ZodType, unknown] => [
  CreateRequest,
  { game: "flower-war", name: "Citlali", ...fields },
];
const clock = (fields: object) => create({ clock: { profile: "relaxed", ...fields } });

describe("a refusal", () => {
  test.for<[sentence: string, ...[format: z.ZodType, value: unknown]]>([
    ["seats takes an integer from 0 to 100", ...create({ seats: 101 })],
    ["clock.turn takes an integer from 1000 to ", ...clock({ turn: 999 })],
    ["clock takes no fields but profile, turn, reserve, ", ...clock({ turns: 3 })],
    ['clock.profile takes one of "', ...create({ clock: { profile: "slow" } })],
    ["private takes true or false", ...create({ private: 1 })],
    ["clock takes an object", ...create({ clock: 1 })],
    ['bots takes an integer from 0 to 100, or a list, each one of "', ...create({ bots: true })],
    ["after takes an integer of at least 0", MATCH_REQUESTS.log.payload, { after: -1 }],
    [
      "seat takes a string of at most 64 characters",
      MATCH_REQUESTS["free-seat"].payload,
      { seat: "x".repeat(65) },
    ],
    [
      "id takes a string that matches ^[\\w-]{1,64}$",
      MATCH_REQUESTS.command.payload,
      { id: "", command: {} },
    ],
    ["is takes true", z.object({ is: z.literal(true) }), { is: false }],
    ["any takes an integer", z.object({ any: z.int() }), { any: 0.5 }],
    ["any takes a number", z.object({ any: z.number() }), { any: "1" }],
    [
      "all.1.one takes a number of at most 9",
      z.object({ all: z.array(z.object({ one: z.number().max(9) })) }),
      { all: [{ one: 9 }, { one: 10 }] },
    ],
  ])("names the field and what it takes: %s", ([sentence, format, value]) => {
    const { code, field, message } = refusalOf(format, value);
    expect(message).toContain(`: ${sentence}`);
    expect({ code, field }).toEqual({ code: "bad-request", field: sentence.split(" takes ")[0] });
  });

  test.for<[about: string, field: string | undefined, format: z.ZodType, value: unknown]>([
    ["a whole value", undefined, CreateRequest, 1],
    ["a rule that the format cannot say", "renew", SeatRequest, { spectate: true, renew: "x".repeat(16) }],
    ["a field that takes anything but nothing", "any", z.object({ any: z.unknown().refine(Boolean) }), {}],
    ["one of several that say nothing", "any", z.object({ any: z.union([z.int(), z.date()]) }), { any: "" }],
    ["a field of a record", "all.a", z.object({ all: z.record(z.string(), z.int()) }), { all: { a: 0.5 } }],
  ])("does not say what is taken: %s", ([, field, format, value]) => {
    expect(refusalOf(format, value)).toEqual({
      code: "bad-request",
      message: REFUSAL_CODES["bad-request"].message,
      ...(field === undefined ? {} : { field }),
    });
  });
});
