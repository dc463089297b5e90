/** Which commands a match's record marks, because their player had asked for a hint (docs/journal.md). */
import type { GameTypes } from "@flower-war/rules";
import { describe, expect, test } from "vitest";
import type { Fact } from "../../src/storage/journal/facts.ts";
import { publicEntries, readPlayedMatch } from "../../src/storage/journal/record.ts";
import { OTHER, PERSON, playFacts, type Step } from "../support/played-facts.ts";

/** The seats of the match's first entries. */
const SEATS = playFacts(
  [PERSON, OTHER],
  Array.from({ length: 12 }, (): Step => [1, "player"]),
).flatMap((fact) => (fact.type === "entry" ? [fact.entry.seat] : []));
const FIRST = SEATS[0] ?? "";
/** The number of the first seat's `i`th entry, from 0. */
const entryOf = (i: number): number => SEATS.flatMap((seat, at) => (seat === FIRST ? [at + 1] : []))[i] ?? 0;

const hinted: Fact = { type: "hinted", seat: FIRST };

/** An entry of the table that the first seat makes, with a number of its own. */
function tables(n: number, event: object): Fact {
  const events = [event] as unknown as readonly GameTypes["event"][];
  const id = `${FIRST}:table.${n}`;
  return { type: "entry", entry: { n, id, seat: FIRST, command: { type: "table" }, events } };
}

/** The numbers of the entries that are marked. */
function markedIn(steps: readonly Step[]): number[] {
  const played = readPlayedMatch(playFacts([PERSON, OTHER], steps));
  return played === null ? [] : publicEntries(played).flatMap(({ n, hint }) => (hint ? [n] : []));
}

const play = (count: number, by: "player" | "clock" | "bead" = "player") =>
  Array.from({ length: count }, (): Step => [1, by]);

describe("a record marks", () => {
  test("nothing where no hint was asked for", () => {
    expect(markedIn(play(6))).toEqual([]);
  });

  test.each(["player", "bead"] as const)("the next command of the seat, of a %s", (by) => {
    expect(markedIn([[0, hinted], ...play(6, by)])).toEqual([entryOf(0)]);
  });

  test("not what the clock played, but the next command that the player gave", () => {
    expect(markedIn([[0, hinted], ...play(entryOf(0), "clock"), ...play(8)])).toEqual([entryOf(1)]);
  });

  test("neither a pause nor a seat that is offered, but the command after them", () => {
    const paused = tables(101, { type: "table-paused", seconds: 60, agreed: [] });
    const offered = tables(102, { type: "table-seat-offered" });
    expect(markedIn([[0, hinted], [0, paused], [0, offered], ...play(1)])).toEqual([1]);
  });

  test("what is played after a marked act was taken back", () => {
    const back = tables(101, { type: "taken-back", n: 1, agreed: [] });
    const steps: readonly Step[] = [[0, hinted], ...play(1), [0, back], ...play(entryOf(1))];
    expect(markedIn(steps)).toEqual([1, entryOf(1)]);
  });
});
