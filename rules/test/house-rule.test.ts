import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  completeOptions,
  defaultsOf,
  type Game,
  type GameTypes,
  games,
  readOptions,
  verifyRecord,
} from "../src/index.ts";
import { flowerWar } from "../src/flower-war/index.ts";
import { bots } from "../src/bots/index.ts";
import { houseRuled } from "./support/house-rule.ts";
import { recordOf, textOf } from "./support/records.ts";

const OPTIONS = { ...defaultsOf(flowerWar), rackSize: 4 };
const SECRET = "a7".repeat(32);

/** A record of a match in which seats trade whenever they can. */
const traded = recordOf(flowerWar, { options: OPTIONS, count: 2, secret: SECRET }, (view, seat, random) => {
  const trade = flowerWar.legal(view, seat).find(({ type }) => type === "trade");
  return trade ?? bots["flower-war"].easy(view, random);
});

const verify = (text: string, game: unknown) =>
  verifyRecord(text, {}, { games: { "flower-war": game as Game<GameTypes> } });

describe("a rule that is added to a game with stored matches", () => {
  test("keeps every record true: a match before it was played as `before` says", () => {
    expect(traded.entries.some(({ command }) => (command as { type: string }).type === "trade")).toBe(true);
    expect(verify(textOf(traded), houseRuled)).toMatchObject({ ok: true });
  });

  test("makes older records `bad-options` if it does not say how matches were played before it", () => {
    const { before: _, ...trades } = (houseRuled.options as Record<string, object>)["trades"] as {
      before: boolean;
    };
    const game = { ...houseRuled, options: { ...houseRuled.options, trades } };
    expect(verify(textOf(traded), game)).toMatchObject({ ok: false, reason: "bad-options" });
  });

  test("is in the records of later matches, and holds there", () => {
    const later = { ...traded.header, options: { ...OPTIONS, trades: false } };
    const text = textOf({ ...traded, header: later });
    expect(verify(text, flowerWar)).toMatchObject({ ok: false, reason: "bad-options" });
    expect(verify(text, houseRuled)).toMatchObject({ ok: false, reason: "refused" });
    const allowed = { ...traded.header, options: { ...OPTIONS, trades: true } };
    expect(verify(textOf({ ...traded, header: allowed }), houseRuled)).toMatchObject({ ok: true });
  });

  test("has its default where a host chooses nothing, and `before` where a match was stored without it", () => {
    expect(readOptions(houseRuled, { rackSize: 4 }).options).toMatchObject({ rackSize: 4, trades: false });
    expect(completeOptions(houseRuled, OPTIONS)).toEqual({ ...OPTIONS, trades: true });
    expect(completeOptions(houseRuled, { ...OPTIONS, trades: false })).toEqual({ ...OPTIONS, trades: false });
  });
});

test("every option that the oldest record of a game lacks has `before`", () => {
  for (const [name, { options }] of Object.entries(games)) {
    const file = join(import.meta.dirname, `golden/${name}.rules-1.format-1.jsonl`);
    const [first = ""] = readFileSync(file, "utf8").split("\n", 1);
    const { options: stored } = JSON.parse(first) as { options: object };
    const later = Object.entries(options).filter(([option]) => !Object.hasOwn(stored, option));
    for (const [option, range] of later) expect(range, `${name}: ${option}`).toHaveProperty("before");
  }
});
