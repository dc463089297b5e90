import { applyChange, type StudyChange } from "@flower-war/protocol/studies";
import { describe, expect, test } from "vitest";
import { PlayerStore } from "../../src/players/store/player-store.ts";
import type { SqlDatabase } from "../../src/storage/sql-database.ts";
import { StudyStore } from "../../src/studies/store/study-store.ts";
import type { StoredStudy } from "../../src/studies/stored-study.ts";
import { storeKinds } from "../support/store-kinds.ts";

const ANA = { player: "ana000000000", name: "Ana" };
const IZEL = { player: "izel00000000", name: "Izel" };
const AT = { line: "", n: 3 };

const newStudy = (id: string, owner = ANA): StoredStudy => ({
  study: {
    id,
    n: 0,
    match: "V1StGXR8Z5jd",
    game: "tieqchieq",
    owner,
    open: "all",
    position: { line: "", n: 0 },
    branches: [],
    comments: [],
    marks: [],
  },
  entries: 9,
  begun: 0,
});

const branchOf = (by = ANA) => ({
  id: "b1",
  from: AT,
  seed: "a".repeat(64),
  steps: [{ id: "step00000001", seat: "red", command: { type: "cast" } }],
  by,
});

const kinds = storeKinds(
  (database: SqlDatabase) => ({
    database,
    store: new StudyStore(database),
    players: new PlayerStore(database),
  }),
  ["studies", "study_records", "study_items", "players"],
);

describe.each(kinds)("studies in $kind", ({ open: openEmpty, skipped }) => {
  const player = { kind: "guest", createdAt: 0, seenAt: 0, generation: 0 } as const;

  /** Opens a store without studies, which knows both players. */
  async function open() {
    const opened = await openEmpty();
    for (const each of [ANA, IZEL]) await opened.players.add({ ...player, id: each.player, name: each.name });
    return opened;
  }

  /** Stores changes one after the other. */
  async function change(store: StudyStore, before: StoredStudy, ...changes: readonly StudyChange[]) {
    let stored = before;
    for (const each of changes) {
      const begun = each.branch ? stored.begun + 1 : stored.begun;
      expect(await store.change(stored, { change: each, begun }, null, 20)).toBe(true);
      stored = { ...stored, begun, study: { ...applyChange(stored.study, each), n: stored.study.n + 1 } };
    }
    return stored;
  }

  const comment = (id: string, by = IZEL) => ({
    id,
    at: AT,
    by,
    text: "Why?",
    time: 5,
  });

  test.skipIf(skipped)("are read as they were stored", async () => {
    const { store } = await open();
    const study = newStudy("s1");
    await store.create(study, "record", 10);
    const stored = await change(
      store,
      study,
      { position: AT },
      { comment: comment("c1") },
      { branch: branchOf() },
      { step: { branch: "b1", step: { id: "step00000002", seat: "red", command: { type: "cast" } } } },
      { mark: { id: "m1", at: { line: "b1", n: 1 }, by: ANA, place: "3" } },
      { comment: comment("c2") },
      { removed: ["c1"], open: "owner" },
    );
    expect(await store.read("s1")).toEqual(stored);
    expect(stored.study.branches[0]?.steps).toHaveLength(2);
    expect(await store.readRecord("s1")).toBe("record");
    expect(await store.list(ANA.player)).toEqual([
      { id: "s1", match: "V1StGXR8Z5jd", game: "tieqchieq", changedAt: 20 },
    ]);
    expect(await store.read("s2")).toBeNull();
  });

  test.skipIf(skipped)("take one of two changes that were made at the same time", async () => {
    const { store } = await open();
    const study = newStudy("s1");
    await store.create(study, "record", 10);
    const both = ["c1", "c2"].map((id) =>
      store.change(study, { change: { comment: comment(id) } }, IZEL.player, 20),
    );
    expect((await Promise.all(both)).toSorted((one, other) => Number(one) - Number(other))).toEqual([
      false,
      true,
    ]);
    expect((await store.read("s1"))?.study.comments).toHaveLength(1);
  });

  test.skipIf(skipped)(
    "of a deleted player are deleted; of others' go their comments, marks and names",
    async () => {
      const { store, players } = await open();
      const [own, others] = [newStudy("s1"), newStudy("s2", IZEL)];
      await store.create(own, "record", 10);
      await store.create(others, "record", 10);
      await change(store, own, { comment: comment("c1") });
      const before = await change(
        store,
        others,
        { comment: comment("c1") },
        { comment: comment("c2", ANA) },
        {
          branch: branchOf(),
        },
      );
      await players.delete(ANA.player);
      expect(await store.read("s1")).toBeNull();
      expect(await store.readRecord("s1")).toBeNull();
      const after = await store.read("s2");
      expect(after?.study.comments.map(({ id }) => id)).toEqual(["c1"]);
      expect(after?.study.branches).toEqual([branchOf({ player: "", name: "" })]);
      expect(after?.study.n).toBe(before.study.n + 1);
    },
  );

  test.skipIf(skipped)("take nothing of a player who was deleted", async () => {
    const { store, players } = await open();
    const study = newStudy("s1");
    await store.create(study, "record", 10);
    await players.delete(IZEL.player);
    expect(await store.create(newStudy("s2", IZEL), "record", 10)).toBe(false);
    expect(await store.change(study, { change: { comment: comment("c1") } }, IZEL.player, 20)).toBe(false);
    expect(await store.read("s1")).toEqual(study);
    expect(await store.list(IZEL.player)).toEqual([]);
    expect(await store.readRecord("s2")).toBeNull();
  });

  test.skipIf(skipped)("keep nothing of a deleted one when others change it meanwhile", async () => {
    const { database, store, players } = await open();
    for (let round = 0; round < 20; round += 1) {
      const owner = { player: `owner${round}`, name: "Ana" };
      await players.add({ ...player, id: owner.player, name: owner.name });
      const study = newStudy(`s${round}`, owner);
      await store.create(study, "record", 10);
      const change = { comment: comment("c1") };
      await Promise.all([store.change(study, { change }, IZEL.player, 20), players.delete(owner.player)]);
      expect(await store.read(study.study.id)).toBeNull();
    }
    expect(await database.query("SELECT item FROM study_items")).toEqual([]);
  });

  test.skipIf(skipped)("are deleted when they have not changed for long", async () => {
    const { store } = await open();
    const [one, other] = [newStudy("s1"), newStudy("s2")];
    await store.create(one, "record", 10);
    await store.create(other, "record", 10);
    await change(store, other, { comment: comment("c1") });
    expect(await store.deleteExpired(15)).toBe(true);
    expect(await store.deleteExpired(15)).toBe(false);
    expect([await store.findChanges("s1"), await store.findChanges("s2")]).toEqual([null, 1]);
    await store.delete("s2");
    expect(await store.read("s2")).toBeNull();
  });
});
