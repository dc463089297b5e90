import { afterEach, describe, expect, test } from "vitest";
import { JournalConflict, JournalDamaged, type Keeping, type MatchName } from "../../src/journal/journal.ts";
import type { JournalStore } from "../../src/journal/store.ts";
import { StartError } from "../../src/start-error.ts";

/** A match as a server would name it. */
export function someName(match: string, code = match.padEnd(4, "2").slice(0, 4)): MatchName {
  return { match, code, game: "flower-war" };
}

/** The `n`th row of such a match. */
export function someRow(n: number): string {
  return JSON.stringify({ at: 1_790_000_000_000 + n, type: "entry", entry: { n, id: `east:${n}`, é: "ñ✿" } });
}

const DAY = 86_400_000;
const KEEPING: Keeping = { finished: 2 * DAY, unfinished: 5 * DAY };

/** How what a store keeps may be hurt, behind its back: the store that was opened last. */
export interface Harm {
  /** Changes a character of a match's `n`th row. */
  change(match: string, n: number): Promise<void>;
  /** Takes a match's `n`th row away. */
  remove(match: string, n: number): Promise<void>;
  /** Opens it when a newer version has written there. */
  openNewer(): Promise<unknown>;
}

/**
 * What every store does. `open` opens an empty one that keeps for so long and reads this clock.
 * @param harm of a store that outlives its process
 */
export function journalSuite(
  name: string,
  open: (keeping: Keeping, now: () => number) => Promise<JournalStore>,
  harm?: Harm,
): void {
  describe(`the ${name} journal`, () => {
    let store: JournalStore;
    let now = 0;
    afterEach(() => store.close());

    async function opened(): Promise<JournalStore> {
      now = Date.UTC(2026, 10, 20);
      store = await open(KEEPING, () => now);
      return store;
    }

    /** Opens a store in which one match is, with one row. */
    async function begun(): Promise<JournalStore> {
      await (await opened()).create(someName("m"), [someRow(1)]);
      return store;
    }

    const at = (n: number, epoch = 1) => ({ epoch, n });
    const rows = (n: number) => Array.from({ length: n }, (_, i) => someRow(i + 1));

    test("gives back what it was given, in order, however many rows a change has", async () => {
      await begun();
      await store.append("m", at(1), [someRow(2)], false);
      await store.append("m", at(2), [someRow(3), someRow(4), someRow(5)], false);
      await store.append("m", at(5), [someRow(6)], false);
      expect(await store.read("m")).toEqual({ epoch: 1, rows: rows(6) });
    });

    test("keeps a row of 200,000 characters", async () => {
      await begun();
      const long = JSON.stringify({ type: "entry", long: "✿".repeat(200_000) });
      await store.append("m", at(1), [long], false);
      expect((await store.read("m"))?.rows[1]).toBe(long);
    });

    test("knows no match that was not created", async () => {
      await begun();
      expect(await store.read("other")).toBeNull();
      expect(await store.takeOver("other")).toBeNull();
      expect(await store.headOf("other")).toBeNull();
      await expect(store.append("other", at(0), [someRow(1)], false)).rejects.toThrow(JournalConflict);
      expect(await store.read("other")).toBeNull();
    });

    test("creates a match once", async () => {
      await begun();
      const again = store.create({ ...someName("m"), code: "9999" }, [someRow(7)]);
      await expect(again).rejects.toThrow(JournalConflict);
      expect(await store.read("m")).toEqual({ epoch: 1, rows: rows(1) });
      expect(await store.headOf("9999")).toBeNull();
    });

    test("gives a code to one match that is not over, and then to the next", async () => {
      await opened();
      await store.create(someName("first", "ABCD"), [someRow(1)]);
      await expect(store.create(someName("second", "ABCD"), [someRow(1)])).rejects.toThrow(JournalConflict);
      expect(await store.headOf("second")).toBeNull();
      await store.append("first", at(1), [someRow(2)], true);
      expect(await store.headOf("ABCD")).toMatchObject({ match: "first", over: true });
      await store.create(someName("second", "ABCD"), [someRow(1)]);
      expect(await store.headOf("ABCD")).toMatchObject({ match: "second", over: false });
      expect(await store.headOf("first")).toMatchObject({ match: "first", over: true });
    });

    test.each([
      ["the fact before", 1, 1],
      ["the one after next", 1, 3],
      ["none", 1, 0],
      ["a later epoch", 2, 2],
      ["an earlier epoch", 0, 2],
    ])("refuses %s in place of the next, and adds nothing", async (_, epoch, n) => {
      await begun();
      await store.append("m", at(1), [someRow(2)], false);
      const wrong = store.append("m", { epoch, n }, [someRow(9), someRow(10)], true);
      await expect(wrong).rejects.toThrow(JournalConflict);
      expect(await store.read("m")).toEqual({ epoch: 1, rows: rows(2) });
      expect(await store.headOf("m")).toMatchObject({ over: false });
      await store.append("m", at(2), [someRow(3)], false);
    });

    test("gives the next place to one of two who write it at once, and to all other matches theirs", async () => {
      await begun();
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

    test("lets nobody write any more whose match was taken over", async () => {
      await begun();
      expect(await store.takeOver("m")).toEqual({ epoch: 2, rows: rows(1) });
      await expect(store.append("m", at(1), [someRow(2)], false)).rejects.toThrow(JournalConflict);
      await store.append("m", at(1, 2), [someRow(2)], false);
      expect(await store.takeOver("m")).toEqual({ epoch: 3, rows: rows(2) });
      await expect(store.append("m", at(2, 2), [someRow(3)], false)).rejects.toThrow(JournalConflict);
      await store.append("m", at(2, 3), [someRow(3)], false);
      expect(await store.read("m")).toEqual({ epoch: 3, rows: rows(3) });
    });

    test("gives each of two who take a match over at once an epoch of its own", async () => {
      await begun();
      const taken = await Promise.all([store.takeOver("m"), store.takeOver("m")]);
      expect(new Set(taken.map((kept) => kept?.epoch))).toEqual(new Set([2, 3]));
      await expect(store.append("m", at(1, 2), [someRow(2)], false)).rejects.toThrow(JournalConflict);
      await store.append("m", at(1, 3), [someRow(2)], false);
    });

    test("tells a match by its id and by its code", async () => {
      await begun();
      const head = { ...someName("m"), epoch: 1, over: false };
      expect(await store.headOf("m")).toEqual(head);
      expect(await store.headOf(head.code)).toEqual(head);
      await store.takeOver("m");
      await store.append("m", at(1, 2), [someRow(2)], true);
      expect(await store.headOf("m")).toEqual({ ...head, epoch: 2, over: true });
    });

    test("tells many matches at once by their ids, and leaves out those that are not there", async () => {
      await begun();
      await store.create(someName("other", "ABCD"), [someRow(1)]);
      await store.takeOver("other");
      await store.append("m", at(1), [someRow(2)], true);
      const heads = await store.headsOf(["other", "nobody", "ABCD", "m"]);
      expect(heads).toHaveLength(2);
      expect(heads).toContainEqual({ ...someName("m"), epoch: 1, over: true });
      expect(heads).toContainEqual({ ...someName("other", "ABCD"), epoch: 2, over: false });
      expect(await store.headsOf([])).toEqual([]);
    });

    test("writes for a match that is over, which stays over", async () => {
      await begun();
      await store.append("m", at(1), [someRow(2)], true);
      await store.append("m", at(2), [someRow(3)], false);
      expect(await store.headOf("m")).toMatchObject({ over: true });
      expect(await store.read("m")).toEqual({ epoch: 1, rows: rows(3) });
    });

    test("forgets a match that is over when its time is over, and its code", async () => {
      await begun();
      await store.create(someName("other"), [someRow(1)]);
      await store.append("m", at(1), [someRow(2)], true);
      now += KEEPING.finished;
      expect(await store.forget()).toBe(0);
      now += 1;
      expect(await store.forget()).toBe(1);
      expect(await store.forget()).toBe(0);
      expect([await store.read("m"), await store.headOf("m"), await store.headOf("m222")]).toEqual([
        null,
        null,
        null,
      ]);
      expect(await store.read("other")).toEqual({ epoch: 1, rows: rows(1) });
      await store.create(someName("m"), [someRow(1)]);
      expect(await store.read("m")).toEqual({ epoch: 1, rows: rows(1) });
    });

    test("forgets a match that is not over when nothing happened in it for long", async () => {
      await begun();
      now += KEEPING.unfinished;
      await store.append("m", at(1), [someRow(2)], false);
      now += KEEPING.unfinished;
      expect(await store.forget()).toBe(0);
      now += 1;
      expect(await store.forget()).toBe(1);
      expect(await store.headOf("m")).toBeNull();
      await expect(store.append("m", at(2), [someRow(3)], false)).rejects.toThrow(JournalConflict);
    });

    test("forgets no code that another match has by now", async () => {
      await opened();
      await store.create(someName("first", "ABCD"), [someRow(1)]);
      await store.append("first", at(1), [someRow(2)], true);
      now += KEEPING.finished + 1;
      await store.create(someName("second", "ABCD"), [someRow(1)]);
      expect(await store.forget()).toBe(1);
      expect(await store.headOf("ABCD")).toMatchObject({ match: "second" });
    });

    test("forgets many matches, some at a time", async () => {
      await opened();
      const names = Array.from({ length: 70 }, (_, i) => someName(`m${i}`, `C${i}`));
      for (const name of names) await store.create(name, rows(3));
      now += KEEPING.unfinished + 1;
      let forgotten = 0;
      for (let some = await store.forget(); some > 0; some = await store.forget()) forgotten += some;
      expect(forgotten).toBe(70);
      expect(await store.read("m69")).toBeNull();
    });

    test("is not changed by changing what it took or gave", async () => {
      await opened();
      const given = [someRow(1)];
      await store.create(someName("m"), given);
      given.push("more");
      const kept = await store.read("m");
      Object.assign(kept?.rows ?? [], ["changed"]);
      expect(await store.read("m")).toEqual({ epoch: 1, rows: rows(1) });
    });

    if (harm === undefined) return;

    test.each([
      ["changed", "change", 1],
      ["changed", "change", 2],
      ["changed", "change", 3],
      ["gone", "remove", 1],
      ["gone", "remove", 2],
    ] as const)("sets a match aside of which a row is %s (%s %i), and no other", async (_, hurt, n) => {
      await begun();
      await store.append("m", at(1), [someRow(2), someRow(3)], false);
      await store.create(someName("other"), rows(1));
      await harm[hurt]("m", n);
      await expect(store.read("m")).rejects.toMatchObject({ match: "m", fault: { code: "match-damaged" } });
      await expect(store.takeOver("m")).rejects.toThrow(JournalDamaged);
      await store.append("other", at(1), [someRow(2)], false);
      expect(await store.takeOver("other")).toEqual({ epoch: 2, rows: rows(2) });
      expect(await store.headsOf(["other"])).toMatchObject([{ match: "other", epoch: 2 }]);
    });

    test("is not opened when a newer version has written there: `database-newer`", async () => {
      await begun();
      await expect(harm.openNewer()).rejects.toThrow(/\(database-newer\)/);
      await expect(harm.openNewer()).rejects.toThrow(StartError);
    });
  });
}
