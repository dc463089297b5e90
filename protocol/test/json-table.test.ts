import fc from "fast-check";
import { expect, test } from "vitest";
import { JsonState, packJsonHand, readJsonView, writeJsonTable } from "../src/games/json-table.ts";

/* The synced table of games without a schema of their own: what each viewer reads is the value of the rules' view. */

const view = fc
  .dictionary(fc.string(), fc.jsonValue())
  .map((any) => JSON.parse(JSON.stringify(any)) as object);

/** Returns what a viewer reads of a match in play. */
function readAs(state: JsonState, cards: readonly string[], seat: string | null) {
  const { parts } = state.table;
  return readJsonView({ status: "playing", table: { parts }, hands: new Map([["left", { cards }]]) }, seat);
}

test("all viewers read the public view, and a seat its own", () => {
  fc.assert(
    fc.property(view, view, view, (before, open, own) => {
      const state = new JsonState();
      writeJsonTable(before, state);
      writeJsonTable(open, state);
      const seen = { ...open, ...own };
      const hand = packJsonHand(seen, open);
      expect(readAs(state, hand, null)).toEqual(open);
      expect(readAs(state, hand, "left")).toEqual(seen);
      expect(readAs(state, hand, "right")).toEqual(open);
    }),
  );
});

test("a hand has only the parts that differ from the public view", () => {
  const open = { table: { heap: 3 }, seat: null, hand: [] };
  expect(packJsonHand({ ...open, seat: "left", hand: ["reed"] }, open)).toEqual([
    '{"seat":"left"}',
    '{"hand":["reed"]}',
  ]);
  expect(packJsonHand(open, open)).toEqual([]);
});

test("before the match begins there is no view", () => {
  expect(readJsonView({ status: "gathering" }, null)).toBeNull();
});
