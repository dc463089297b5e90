/** Studies in one process: what followers are told when reads are slow, stores fail and players go (docs/studies.md). */
import { LocalPresence } from "@colyseus/core";
import { STUDY_LIMITS } from "@flower-war/protocol/server";
import type { StudyLine } from "@flower-war/protocol/studies";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { easyRecord, textOf } from "../../../rules/test/support/records.ts";
import { MIGRATIONS } from "../../src/migrations.ts";
import { PlayerStore } from "../../src/players/store/player-store.ts";
import { systemRandom } from "../../src/random.ts";
import { refuse } from "../../src/refusal.ts";
import { MemoryDatabase } from "../../src/storage/memory-database.ts";
import { StudyStore } from "../../src/studies/store/study-store.ts";
import { Studies } from "../../src/studies/studies.ts";
import { FakeTime } from "../support/fake-time.ts";
import { refusalOf } from "../support/refusal-of.ts";

const ANA = { player: "ana000000000", name: "Ana" };
const IZEL = { player: "izel00000000", name: "Izel" };
const START = { line: "", n: 0 };
/** ms after which followed studies were looked at. */
const LOOK = 3_000;

/** A store whose reads wait, and whose changes fail, as a test wants it. */
class SlowStore extends StudyStore {
  wait: Promise<unknown> = Promise.resolve();
  isAway = false;
  reads = 0;

  override async read(id: string) {
    const { wait } = this;
    const read = await super.read(id);
    await wait;
    return read;
  }

  override async readRecord(id: string) {
    this.reads += 1;
    return super.readRecord(id);
  }

  override async change(...args: Parameters<StudyStore["change"]>) {
    if (this.isAway) throw refuse("unavailable");
    return super.change(...args);
  }
}

const free = async () => {};

async function openStudies(record = textOf(easyRecord("tieqchieq", 2))) {
  const time = new FakeTime();
  const database = new MemoryDatabase(MIGRATIONS);
  const [store, players] = [new SlowStore(database), new PlayerStore(database)];
  for (const { player: id, name } of [ANA, IZEL])
    await players.add({ id, name, kind: "guest", createdAt: 0, seenAt: 0, generation: 0 });
  const studies = new Studies({
    time,
    store,
    players,
    random: systemRandom,
    presence: new LocalPresence(),
    processId: "p1",
    sanctions: { findBan: () => null },
    log: pino({ level: "silent" }),
  });
  await studies.open();
  onTestFinished(() => studies.stop());
  const { id } = await studies.create(ANA, record, "all", free);
  const follow = async (person: typeof ANA | null) => {
    const lines: StudyLine[] = [];
    await studies.follow(id, { person, address: "192.0.2.1", tell: (line) => void lines.push(line) });
    return lines;
  };
  return { time, store, players, studies, id, follow };
}

test("a follower whose study is still read is told of acts, however many others are asked for", async () => {
  const { time, store, studies, id, follow } = await openStudies();
  const others = Array.from({ length: 250 }, (_, i) => `other${String(i).padStart(16, "0")}`);
  studies.forget();
  const read = Promise.withResolvers<void>();
  store.wait = read.promise;
  const following = follow(IZEL);
  const asked = others.map((other) => refusalOf(studies.find(other)));
  store.wait = Promise.resolve();
  const act = studies.act(id, ANA, { act: "go", position: { line: "", n: 1 } }, free);
  // Time for all that does not wait for that read.
  for (let turn = 0; turn < 50; turn += 1) await time.nextTurn();
  read.resolve();
  await Promise.all([act, ...asked]);
  const lines = await following;
  expect(lines.at(-1)).toMatchObject({ type: "change", n: 1, change: { position: { n: 1 } } });
});

test("a follower hears that a study was deleted elsewhere, also when a change before had failed", async () => {
  const { time, store, studies, id, follow } = await openStudies();
  const lines = await follow(null);
  store.isAway = true;
  expect(
    await refusalOf(studies.act(id, ANA, { act: "go", position: { line: "", n: 1 } }, free)),
  ).toMatchObject({
    code: "unavailable",
  });
  await store.delete(id);
  await time.pass(LOOK);
  await time.pass(0);
  expect(lines.at(-1)).toEqual({ type: "end", code: "deleted", resume: false });
});

test("a follower is told within 3 s what another server changed that did not tell", async () => {
  const { time, store, studies, id, follow } = await openStudies();
  const lines = await follow(null);
  const stored = await store.read(id);
  if (stored === null) throw new Error("no study");
  await store.change(stored, { change: { position: { line: "", n: 2 } } }, ANA.player, 5);
  // It is read for another reason first.
  await studies.find(id);
  await time.pass(LOOK);
  await time.pass(0);
  expect(lines.at(-1)).toMatchObject({ type: "study", study: { n: 1, position: { n: 2 } } });
});

test("a player who was deleted follows no more, and changes nothing", async () => {
  const { time, players, studies, id, follow } = await openStudies();
  const [lines, theirs] = [await follow(null), await follow(IZEL)];
  await players.delete(IZEL.player);
  await time.pass(LOOK);
  await time.pass(0);
  expect(theirs.at(-1)).toEqual({ type: "end", code: "moved", resume: true });
  expect(lines.at(-1)).toEqual({ type: "people", people: [] });
  const comment = { act: "comment", id: "comment00001", at: START, text: "Why?" } as const;
  expect(await refusalOf(studies.act(id, IZEL, comment, free))).toMatchObject({ code: "unauthorized" });
  expect(
    await refusalOf(studies.create(IZEL, textOf(easyRecord("tieqchieq", 2)), "all", free)),
  ).toMatchObject({
    code: "unauthorized",
  });
  expect((await studies.find(id)).comments).toEqual([]);
});

const CONCEDE = {
  act: "play",
  id: "step00000001",
  from: START,
  seat: "red",
  command: { type: "concede" },
} as const;

test("a match is opened to play on once for a study, which is counted, and none is beyond the quota", async () => {
  const { store, studies, id } = await openStudies();
  const refused = async () => {
    throw refuse("too-many-changes", { wait: 5 });
  };
  expect(await refusalOf(studies.act(id, ANA, CONCEDE, refused))).toMatchObject({ code: "too-many-changes" });
  expect(store.reads).toBe(0);
  let counted = 0;
  const count = async () => void (counted += 1);
  for (const step of ["step00000001", "step00000002", "step00000003"])
    await studies.act(id, ANA, { ...CONCEDE, id: step }, count);
  expect([counted, store.reads]).toEqual([1, 1]);
});

test("a match that cannot be played on is not read again to say so", async () => {
  const { header, ...rest } = easyRecord("tieqchieq", 2);
  const { store, studies, id } = await openStudies(
    textOf({ ...rest, header: { ...header, rules: header.rules + 1 } }),
  );
  for (let i = 0; i < 3; i += 1)
    expect(await refusalOf(studies.act(id, ANA, CONCEDE, free))).toMatchObject({ code: "no-branches" });
  expect(store.reads).toBe(1);
});

test("no study is created beyond the most of all, and none that is refused is counted", async () => {
  const { store, studies } = await openStudies();
  let counted = 0;
  const create = () =>
    refusalOf(
      studies.create(IZEL, textOf(easyRecord("tieqchieq", 2)), "all", async () => void (counted += 1)),
    );
  expect(await create()).toBeNull();
  store.count = async () => STUDY_LIMITS.inAll;
  expect(await create()).toMatchObject({ code: "too-many-studies" });
  expect(counted).toBe(1);
});
