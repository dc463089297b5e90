import { describe, expect, test } from "vitest";
import { MemoryJournal } from "../src/journal/memory-journal.ts";
import { someHeader } from "./support/journal-suite.ts";

const HOUR = 60 * 60_000;

/** A journal of matches that are played no more, released in this order, and the clock it reads. */
async function journalOf(matches: readonly string[], characters = 1_000_000) {
  const clock = { now: 0 };
  const journal = new MemoryJournal({ time: HOUR, characters }, () => clock.now);
  for (const match of matches) await journal.begin(someHeader(match));
  for (const match of matches) await journal.release(match);
  const kept = async () => {
    const read = await Promise.all(
      matches.map(async (match) => ((await journal.read(match)) ? [match] : [])),
    );
    return read.flat();
  };
  return { journal, clock, kept };
}

describe("a journal in memory", () => {
  test("keeps a released record for its time, and forgets it then", async () => {
    const { clock, kept } = await journalOf(["a"]);
    clock.now = HOUR;
    expect(await kept()).toEqual(["a"]);
    clock.now = HOUR + 1;
    expect(await kept()).toEqual([]);
  });

  test("keeps a record that is not released for ever", async () => {
    const { journal, clock } = await journalOf([]);
    await journal.begin(someHeader("a"));
    clock.now = 100 * HOUR;
    expect(await journal.read("a")).toMatchObject({ header: { match: "a" } });
  });

  test("forgets the records that were released first when there are too many", async () => {
    const size = JSON.stringify(someHeader("a")).length;
    expect(await (await journalOf(["a", "b", "c"], 2 * size)).kept()).toEqual(["b", "c"]);
    expect(await (await journalOf(["a", "b", "c"], size - 1)).kept()).toEqual([]);
  });

  test("counts a record once, however often it is released", async () => {
    const size = JSON.stringify(someHeader("a")).length;
    const { journal, kept } = await journalOf(["a", "b"], 2 * size);
    await journal.release("a");
    await journal.release("unknown");
    expect(await kept()).toEqual(["a", "b"]);
  });
});
