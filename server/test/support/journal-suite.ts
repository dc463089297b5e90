import { RULES_VERSION, STREAM } from "@flower-war/rules";
import { describe, expect, test } from "vitest";
import {
  type Journal,
  JournalConflict,
  type JournalEntry,
  type MatchHeader,
} from "../../src/journal/journal.ts";

/** A header as a match would write it. */
export function someHeader(match: string): MatchHeader {
  return {
    match,
    code: "2345",
    private: false,
    secret: "0e".repeat(32),
    players: [
      { kind: "human", name: "Citlali", nonce: "Citlali_1-z", from: "player" },
      { kind: "bot", name: "easy bot", nonce: "west", from: "bot" },
    ],
    game: "flower-war",
    rules: RULES_VERSION,
    options: { rackSize: 13 },
    seats: ["east", "west"],
    stream: STREAM,
    seed: "0f".repeat(32),
  };
}

/** The `n`th entry of such a match. */
export function someEntry(n: number): JournalEntry {
  return { n, id: `east:${n}`, seat: "east", command: { type: "roll" }, events: [{ type: "rolled" }] };
}

/** What every journal does. `make` opens an empty one. */
export function journalSuite(name: string, make: () => Promise<Journal>): void {
  describe(`the ${name} journal`, () => {
    /** Opens a journal in which one match has begun. */
    async function begun(): Promise<Journal> {
      const journal = await make();
      await journal.begin(someHeader("m"));
      return journal;
    }

    test("gives back what it was given, in order", async () => {
      const journal = await begun();
      for (const n of [1, 2, 3]) await journal.append("m", someEntry(n));
      const entries = [1, 2, 3].map(someEntry);
      expect(await journal.read("m")).toEqual({ header: someHeader("m"), entries });
      await journal.close();
    });

    test("knows no match that has not begun", async () => {
      const journal = await begun();
      expect(await journal.read("other")).toBeNull();
      await expect(journal.append("other", someEntry(1))).rejects.toThrow(JournalConflict);
      expect(await journal.read("other")).toBeNull();
      await journal.close();
    });

    test("lets a match begin once", async () => {
      const journal = await begun();
      await journal.append("m", someEntry(1));
      await expect(journal.begin({ ...someHeader("m"), code: "9999" })).rejects.toThrow(JournalConflict);
      expect(await journal.read("m")).toEqual({ header: someHeader("m"), entries: [someEntry(1)] });
      await journal.close();
    });

    test.each([
      ["the entry before", 1],
      ["the one after next", 4],
      ["none", 0],
    ])("refuses %s in place of the next, naming it, and adds nothing", async (_, n) => {
      const journal = await begun();
      await journal.append("m", someEntry(1));
      await journal.append("m", someEntry(2));
      await expect(journal.append("m", someEntry(n))).rejects.toMatchObject({ name: "JournalConflict", n });
      expect((await journal.read("m"))?.entries).toHaveLength(2);
      await journal.append("m", someEntry(3));
      await journal.close();
    });

    test("gives the next entry to one of two who write it at once", async () => {
      const journal = await begun();
      const written = await Promise.allSettled([
        journal.append("m", someEntry(1)),
        journal.append("m", { ...someEntry(1), id: "other" }),
      ]);
      expect(written.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect((await journal.read("m"))?.entries).toHaveLength(1);
      await journal.close();
    });

    test("keeps matches apart", async () => {
      const journal = await begun();
      await journal.begin(someHeader("other"));
      await journal.append("m", someEntry(1));
      await journal.append("other", someEntry(1));
      await journal.append("m", someEntry(2));
      expect((await journal.read("other"))?.entries).toEqual([someEntry(1)]);
      await journal.close();
    });

    test("keeps the record of a match that was just released", async () => {
      const journal = await begun();
      await journal.append("m", someEntry(1));
      await journal.release("m");
      await journal.release("other");
      expect(await journal.read("m")).toEqual({ header: someHeader("m"), entries: [someEntry(1)] });
      await journal.close();
    });

    test("is not changed by changing what it took or gave", async () => {
      const journal = await begun();
      const entry = { ...someEntry(1), events: [{ type: "rolled" }] };
      await journal.append("m", entry);
      entry.events.push({ type: "cheated" });
      const record = await journal.read("m");
      Object.assign(record?.entries[0] ?? {}, { seat: "west" });
      expect((await journal.read("m"))?.entries).toEqual([someEntry(1)]);
      await journal.close();
    });
  });
}
