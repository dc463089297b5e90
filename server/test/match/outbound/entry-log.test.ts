import { LIMITS } from "@flower-war/protocol";
import type { GameTypes } from "@flower-war/rules";
import { describe, expect, test } from "vitest";
import { EntryLog } from "../../../src/match/outbound/entry-log.ts";
import { refuse } from "../../../src/refusal.ts";
import type { StoredFact } from "../../../src/storage/journal/facts.ts";
import { FakeTime } from "../../support/fake-time.ts";

/** ms after which entries that were read have left memory. */
const CACHED = 10_000;

/** Returns a log over a journal that counts its reads. Every fifth fact is no entry. */
function openLog({ length = 8 } = {}) {
  const facts: StoredFact[] = [];
  const reads: number[] = [];
  let failing = false;
  let n = 0;
  const append = (count: number) => {
    for (let i = 0; i < count; i++) {
      if (facts.length % 5 === 0) facts.push({ type: "player-back", seat: "east", at: facts.length });
      n += 1;
      const event = { type: "said", text: "x".repeat(length) };
      const entry = { n, id: `east:${n}`, seat: "east", command: { type: "say" }, events: [event] };
      facts.push({ type: "entry", entry, at: 1000 + n });
    }
  };
  const journal = {
    readSince: async (_match: string, since: number) => {
      reads.push(since);
      if (failing) throw refuse("unavailable");
      return facts.slice(since);
    },
  };
  const time = new FakeTime();
  const game = { name: "sayings", redact: (event: GameTypes["event"]) => event };
  const log = new EntryLog("m", game, journal, time);
  const fail = (now: boolean) => {
    failing = now;
  };
  return { log, time, reads, append, fail };
}

const numbers = ({ entries }: { entries: readonly (readonly unknown[])[] }) => entries.map(([, n]) => n);
const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe("the log of a match", () => {
  test("comes in pages, with the date of each entry, from one read", async () => {
    const { log, reads, append } = openLog();
    append(250);
    expect(numbers(await log.readPage("public", 0, 250))).toEqual(upTo(1, 100));
    expect(numbers(await log.readPage("public", 100, 250))).toEqual(upTo(101, 200));
    const last = await log.readPage("public", 200, 250);
    expect(numbers(last)).toEqual(upTo(201, 250));
    expect(last.entries[0]).toEqual([1201, 201, "east", { type: "said", text: "xxxxxxxx" }]);
    expect(last.n).toBe(250);
    expect(reads).toEqual([0]);
  });

  test("reads only what is new, and again from the start when there was no request for a while", async () => {
    const { log, time, reads, append } = openLog();
    append(8);
    await log.readPage("public", 0, 8);
    append(1);
    expect(numbers(await log.readPage("public", 8, 9))).toEqual([9]);
    expect(reads).toEqual([0, 10]);
    await time.pass(CACHED);
    expect(numbers(await log.readPage("public", 8, 9))).toEqual([9]);
    expect(reads).toEqual([0, 10, 0]);
  });

  test("is read once for all requests at the same time", async () => {
    const { log, reads, append } = openLog();
    append(30);
    const pages = await Promise.all([1, 2, 3].map((after) => log.readPage("public", after, 30)));
    expect(pages.map((page) => numbers(page)[0])).toEqual([2, 3, 4]);
    expect(reads).toEqual([0]);
  });

  test("ends where the match does that is shown, though the journal has more", async () => {
    const { log, append } = openLog();
    append(12);
    expect(numbers(await log.readPage("public", 0, 11))).toEqual(upTo(1, 11));
    expect(await log.readPage("public", 11, 11)).toEqual({ entries: [], n: 11, own: [] });
  });

  test("has fewer entries in a page if they are large, but at least one", async () => {
    const { log, append } = openLog({ length: 10_000 });
    append(10);
    expect(numbers(await log.readPage("public", 0, 10))).toEqual([1, 2, 3]);
    const huge = openLog({ length: 2 * LIMITS.logPage.bytes });
    huge.append(2);
    expect(numbers(await huge.log.readPage("public", 0, 2))).toEqual([1]);
  });

  test("is refused while the journal cannot be read, and works when it can", async () => {
    const { log, append, fail } = openLog();
    append(3);
    fail(true);
    await expect(log.readPage("public", 0, 3)).rejects.toMatchObject({ body: { code: "unavailable" } });
    fail(false);
    expect(numbers(await log.readPage("public", 0, 3))).toEqual([1, 2, 3]);
  });
});
