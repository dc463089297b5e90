/** Entries of the table that come too late (docs/fair-dice.md, "Pauses and extra time", "Handing a seat over"). */
import { describe, expect, test } from "vitest";
import { verifyRecord } from "../src/index.ts";
import { inTimeRecord, lateForMatch, lateForSeat } from "./support/late-entries.ts";
import { textOf } from "./support/records.ts";

const GAMES = [
  ["flower-war", 3],
  ["mexica", 3],
  ["space-aztecs", 3],
  ["tieqchieq", 2],
] as const;

describe.each(GAMES)("in %s with %i seats", (game, count) => {
  test("a seat may pause, give time and be handed over before it concedes", () => {
    expect(verifyRecord(textOf(inTimeRecord(game, count)))).toMatchObject({ ok: true });
  });

  // Of two seats the other one has won when one concedes.
  test.each([...(count > 2 ? lateForSeat(game, count) : []), ...lateForMatch(game, count)])(
    "a record is refused in which a seat $what",
    ({ record, n, reason }) => {
      expect(verifyRecord(textOf(record))).toMatchObject({ ok: false, entry: n, reason });
    },
  );
});
