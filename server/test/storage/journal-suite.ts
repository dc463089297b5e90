import { describe, expect, test } from "vitest";
import { StartError } from "../../src/start-error.ts";
import {
  JournalConflict,
  JournalDamaged,
  type JournalStore,
  type MatchName,
  type RetentionPeriods,
} from "../../src/storage/journal/journal.ts";
import type { Time } from "../../src/time.ts";
import { FakeTime } from "../support/fake-time.ts";

/** Returns the name of a match as a server would create it. */
export function someName(match: string, code = match.padEnd(4, "2").slice(0, 4)): MatchName {
  return { match, code, game: "flower-war" };
}

/** Returns the `n`th row of such a match. */
export function someRow(n: number): string {
  return JSON.stringify({ at: 1_790_000_000_000 + n, type: "entry", entry: { n, id: `east:${n}`, é: "ñ✿" } });
}

const DAY = 86_400_000;
const RETENTION: RetentionPeriods = { finished: 2 * DAY, unfinished: 5 * DAY, results: 20 * DAY };

/** How a test damages the data of the store that was opened last. */
export interface Damage {
  /** Changes a character of a match's `n`th row. */
  changeRow(match: string, n: number): Promise<void>;
  removeRow(match: string, n: number): Promise<void>;
  /** Opens the store after a newer version wrote there. */
  openNewer(): Promise<unknown>;
}

/**
 * Tests what every store does.
 * @param open opens an empty store
 * @param damage for a store that outlives its process
 */
export function journalSuite(
  name: string,
  open: (retention: RetentionPeriods, time: Time) => Promise<JournalStore>,
  damage?: Damage,
): void {
  describe(`the ${name} journal`, () => {
    let store: JournalStore;
    let time: FakeTime;

    async function openEmpty(): Promise<JournalStore> {
      time = new FakeTime();
      store = await open(RETENTION, time);
      return store;
    }

    /** Opens a store that has one match with one row. */
    async function openWithMatch(): Promise<JournalStore> {
      await (await openEmpty()).create(someName("m"), [someRow(1)]);
      return store;
    }

    const at = (n: number, epoch = 1) => ({ epoch, n });
    const rows = (n: number) => Array.from({ length: n }, (_, i) => someRow(i + 1));

    test("returns all rows in order, however many a change has", async () => {
      await openWithMatch();
      await store.append("m", at(1), [someRow(2)], false);
      await store.append("m", at(2), [someRow(3), someRow(4), someRow(5)], false);
      await store.append("m", at(5), [someRow(6)], false);
      expect(await store.read("m")).toEqual({ epoch: 1, rows: rows(6) });
    });

    test("returns the rows after the first so many, takeovers in between", async () => {
      await openWithMatch();
      await store.append("m", at(1), [someRow(2), someRow(3)], false);
      await store.takeOver("m");
      await store.append("m", at(3, 2), [someRow(4), someRow(5)], false);
      for (let n = 0; n <= 6; n++) expect(await store.readSince("m", n)).toEqual(rows(5).slice(n));
      expect(await store.readSince("other", 0)).toBeNull();
    });

    test("stores a row of 200,000 characters", async () => {
      await openWithMatch();
      const long = JSON.stringify({ type: "entry", long: "✿".repeat(200_000) });
      await store.append("m", at(1), [long], false);
      expect((await store.read("m"))?.rows[1]).toBe(long);
    });

    test("finds no match that was not created", async () => {
      await openWithMatch();
      expect(await store.read("other")).toBeNull();
      expect(await store.takeOver("other")).toBeNull();
      expect(await store.findHead("other")).toBeNull();
      await expect(store.append("other", at(0), [someRow(1)], false)).rejects.toThrow(JournalConflict);
      expect(await store.read("other")).toBeNull();
    });

    test("refuses to create a match that exists", async () => {
      await openWithMatch();
      const again = store.create({ ...someName("m"), code: "9999" }, [someRow(7)]);
      await expect(again).rejects.toThrow(JournalConflict);
      expect(await store.read("m")).toEqual({ epoch: 1, rows: rows(1) });
      expect(await store.findHead("9999")).toBeNull();
    });

    test("allows a code in one match at a time, and again when that match is over", async () => {
      await openEmpty();
      await store.create(someName("first", "ABCD"), [someRow(1)]);
      await expect(store.create(someName("second", "ABCD"), [someRow(1)])).rejects.toThrow(JournalConflict);
      expect(await store.findHead("second")).toBeNull();
      await store.append("first", at(1), [someRow(2)], true);
      expect(await store.findHead("ABCD")).toMatchObject({ match: "first", over: true });
      await store.create(someName("second", "ABCD"), [someRow(1)]);
      expect(await store.findHead("ABCD")).toMatchObject({ match: "second", over: false });
      expect(await store.findHead("first")).toMatchObject({ match: "first", over: true });
    });

    test.each([
      ["the previous fact", 1, 1],
      ["the fact after the next", 1, 3],
      ["the first fact", 1, 0],
      ["a later epoch", 2, 2],
      ["an earlier epoch", 0, 2],
    ])("refuses an append at %s, and appends nothing", async (_, epoch, n) => {
      await openWithMatch();
      await store.append("m", at(1), [someRow(2)], false);
      const wrong = store.append("m", { epoch, n }, [someRow(9), someRow(10)], true);
      await expect(wrong).rejects.toThrow(JournalConflict);
      expect(await store.read("m")).toEqual({ epoch: 1, rows: rows(2) });
      expect(await store.findHead("m")).toMatchObject({ over: false });
      await store.append("m", at(2), [someRow(3)], false);
    });

    test("accepts one of two concurrent appends at a position, and those to other matches", async () => {
      await openWithMatch();
      await store.create(someName("other"), [someRow(1)]);
      const written = await Promise.allSettled([
        store.append("other", at(1), [someRow(2)], false),
        store.append("m", at(1), [someRow(2)], false),
        store.append("m", at(1), [someRow(2)], false),
        store.append("other", at(2), [someRow(3)], false),
      ]);
      expect(written.map(({ status }) => status)).toEqual([
        "fulfilled",
        "fulfilled",
        "rejected",
        "fulfilled",
      ]);
      expect(await store.read("m")).toEqual({ epoch: 1, rows: rows(2) });
      expect(await store.read("other")).toEqual({ epoch: 1, rows: rows(3) });
    });

    test("fences the former owner when a match is taken over", async () => {
      await openWithMatch();
      expect(await store.takeOver("m")).toEqual({ epoch: 2, rows: rows(1) });
      await expect(store.append("m", at(1), [someRow(2)], false)).rejects.toThrow(JournalConflict);
      await store.append("m", at(1, 2), [someRow(2)], false);
      expect(await store.takeOver("m")).toEqual({ epoch: 3, rows: rows(2) });
      await expect(store.append("m", at(2, 2), [someRow(3)], false)).rejects.toThrow(JournalConflict);
      await store.append("m", at(2, 3), [someRow(3)], false);
      expect(await store.read("m")).toEqual({ epoch: 3, rows: rows(3) });
    });

    test("gives two concurrent takeovers different epochs", async () => {
      await openWithMatch();
      const taken = await Promise.all([store.takeOver("m"), store.takeOver("m")]);
      expect(new Set(taken.map((stored) => stored?.epoch))).toEqual(new Set([2, 3]));
      await expect(store.append("m", at(1, 2), [someRow(2)], false)).rejects.toThrow(JournalConflict);
      await store.append("m", at(1, 3), [someRow(2)], false);
    });

    test("finds a match by its id and by its code", async () => {
      await openWithMatch();
      const head = { ...someName("m"), epoch: 1, over: false };
      expect(await store.findHead("m")).toEqual(head);
      expect(await store.findHead(head.code)).toEqual(head);
      await store.takeOver("m");
      await store.append("m", at(1, 2), [someRow(2)], true);
      expect(await store.findHead("m")).toEqual({ ...head, epoch: 2, over: true });
    });

    test("finds many matches at once by their ids, and leaves out unknown ones", async () => {
      await openWithMatch();
      await store.create(someName("other", "ABCD"), [someRow(1)]);
      await store.takeOver("other");
      await store.append("m", at(1), [someRow(2)], true);
      const heads = await store.findHeads(["other", "nobody", "ABCD", "m"]);
      expect(heads).toHaveLength(2);
      expect(heads).toContainEqual({ ...someName("m"), epoch: 1, over: true });
      expect(heads).toContainEqual({ ...someName("other", "ABCD"), epoch: 2, over: false });
      expect(await store.findHeads([])).toEqual([]);
    });

    test("finds those of many matches that were taken over since an epoch", async () => {
      await openWithMatch();
      for (const match of ["other", "third"]) {
        await store.create(someName(match, match.toUpperCase()), [someRow(1)]);
        await store.takeOver(match);
      }
      const owned = { m: 1, other: 1, third: 2, nobody: 1 };
      const taken = await store.findTakenOver(
        Object.entries(owned).map(([match, epoch]) => ({ match, epoch })),
      );
      expect(taken).toEqual(["other"]);
      expect(await store.findTakenOver([])).toEqual([]);
    });

    test("appends to a match that is over, which stays over", async () => {
      await openWithMatch();
      await store.append("m", at(1), [someRow(2)], true);
      await store.append("m", at(2), [someRow(3)], false);
      expect(await store.findHead("m")).toMatchObject({ over: true });
      expect(await store.read("m")).toEqual({ epoch: 1, rows: rows(3) });
    });

    test("deletes a finished match and its code when its retention is over", async () => {
      await openWithMatch();
      await store.create(someName("other"), [someRow(1)]);
      await store.append("m", at(1), [someRow(2)], true);
      await time.pass(RETENTION.finished);
      expect(await store.deleteExpired()).toBe(0);
      await time.pass(1);
      expect(await store.deleteExpired()).toBe(1);
      expect(await store.deleteExpired()).toBe(0);
      expect([await store.read("m"), await store.findHead("m"), await store.findHead("m222")]).toEqual([
        null,
        null,
        null,
      ]);
      expect(await store.read("other")).toEqual({ epoch: 1, rows: rows(1) });
      await store.create(someName("m"), [someRow(1)]);
      expect(await store.read("m")).toEqual({ epoch: 1, rows: rows(1) });
    });

    test("stores the result of a match with its last facts, and still has it when the match is deleted", async () => {
      await openWithMatch();
      const wrong = store.append("m", at(5), [someRow(2)], true, "wrong");
      await expect(wrong).rejects.toThrow(JournalConflict);
      expect(await store.findResult("m")).toBeNull();
      await store.append("m", at(1), [someRow(2)], true, '{"é":"ñ✿"}');
      await time.pass(RETENTION.finished + 1);
      expect(await store.deleteExpired()).toBe(1);
      expect(await store.findHead("m")).toBeNull();
      expect(await store.findResult("m")).toBe('{"é":"ñ✿"}');
      expect(await store.findResult("m222")).toBeNull();
    });

    test("deletes an unfinished match when its last fact is older than its retention", async () => {
      await openWithMatch();
      await time.pass(RETENTION.unfinished);
      await store.append("m", at(1), [someRow(2)], false);
      await time.pass(RETENTION.unfinished);
      expect(await store.deleteExpired()).toBe(0);
      await time.pass(1);
      expect(await store.deleteExpired()).toBe(1);
      expect(await store.findHead("m")).toBeNull();
      await expect(store.append("m", at(2), [someRow(3)], false)).rejects.toThrow(JournalConflict);
    });

    test("stores a match that was taken over for a retention more", async () => {
      await openWithMatch();
      await time.pass(RETENTION.unfinished);
      await store.takeOver("m");
      await time.pass(RETENTION.unfinished);
      expect(await store.deleteExpired()).toBe(0);
      await time.pass(1);
      expect(await store.deleteExpired()).toBe(1);
    });

    test("keeps a code that another match has by now", async () => {
      await openEmpty();
      await store.create(someName("first", "ABCD"), [someRow(1)]);
      await store.append("first", at(1), [someRow(2)], true);
      await time.pass(RETENTION.finished + 1);
      await store.create(someName("second", "ABCD"), [someRow(1)]);
      expect(await store.deleteExpired()).toBe(1);
      expect(await store.findHead("ABCD")).toMatchObject({ match: "second" });
    });

    test("deletes many matches, a few at a time", async () => {
      await openEmpty();
      const names = Array.from({ length: 70 }, (_, i) => someName(`m${i}`, `C${i}`));
      for (const name of names) await store.create(name, rows(3));
      await time.pass(RETENTION.unfinished + 1);
      let deleted = 0;
      for (let some = await store.deleteExpired(); some > 0; some = await store.deleteExpired())
        deleted += some;
      expect(deleted).toBe(70);
      expect(await store.read("m69")).toBeNull();
    });

    test("lists the matches of other games page by page, in the order of their ids", async () => {
      await openEmpty();
      for (const [i, match] of ["b", "C", "a", "d"].entries())
        await store.create({ match, code: `C${i}`, game: match === "d" ? "flower-war" : "nim" }, rows(2));
      await store.append("a", at(2), [someRow(3)], true);
      const page = await store.listOthers(["flower-war", "mexica"], "", 2);
      expect(page).toMatchObject([
        { match: "C", game: "nim", epoch: 1, over: false },
        { match: "a", code: "C2", over: true },
      ]);
      expect(await store.listOthers(["flower-war"], "a", 2)).toMatchObject([{ match: "b" }]);
      expect(await store.listOthers(["flower-war"], "b", 2)).toEqual([]);
      expect(await store.listOthers([], "b", 2)).toMatchObject([{ match: "d" }]);
    });

    test("is not changed by changes of the arrays it was given or returned", async () => {
      await openEmpty();
      const given = [someRow(1)];
      await store.create(someName("m"), given);
      given.push("more");
      const stored = await store.read("m");
      Object.assign(stored?.rows ?? [], ["changed"]);
      expect(await store.read("m")).toEqual({ epoch: 1, rows: rows(1) });
    });

    if (damage === undefined) return;

    test.each([
      ["changed", "changeRow", 1],
      ["changed", "changeRow", 2],
      ["changed", "changeRow", 3],
      ["missing", "removeRow", 1],
      ["missing", "removeRow", 2],
    ] as const)("refuses a match of which a row is %s (%s %i), and no other match", async (_, change, n) => {
      await openWithMatch();
      await store.append("m", at(1), [someRow(2), someRow(3)], false);
      await store.create(someName("other"), rows(1));
      await damage[change]("m", n);
      await expect(store.read("m")).rejects.toMatchObject({ match: "m", body: { code: "match-damaged" } });
      await expect(store.takeOver("m")).rejects.toThrow(JournalDamaged);
      await expect(store.readSince("m", 0)).rejects.toThrow(JournalDamaged);
      await store.append("other", at(1), [someRow(2)], false);
      expect(await store.takeOver("other")).toEqual({ epoch: 2, rows: rows(2) });
      expect(await store.findHeads(["other"])).toMatchObject([{ match: "other", epoch: 2 }]);
    });

    test("refuses to open after a newer version wrote there: `database-newer`", async () => {
      await openWithMatch();
      await expect(damage.openNewer()).rejects.toThrow(/\(database-newer\)/);
      await expect(damage.openNewer()).rejects.toThrow(StartError);
    });
  });
}
