import { RULES_VERSION, STREAM } from "@flower-war/rules";
import { pino } from "pino";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  Journal,
  JournalDamaged,
  JournalUnavailable,
  type Position,
} from "../../src/storage/journal/journal.ts";
import type { Begun, Created, Fact } from "../../src/storage/journal/facts.ts";
import { MatchLog } from "../../src/storage/journal/match-log.ts";
import { SqliteStore } from "../../src/storage/journal/sqlite-store.ts";
import { readPlayedMatch } from "../../src/storage/journal/record.ts";
import { FakeTime } from "../support/fake-time.ts";
import { PLAN } from "../support/match-plan.ts";
import { FOREVER, memoryDatabase } from "../support/memory-journal.ts";

const created: Created = {
  type: "created",
  plan: PLAN,
  secret: "0e".repeat(32),
};

const begun: Begun = {
  type: "begun",
  rules: RULES_VERSION,
  stream: STREAM,
  seats: ["east", "west"],
  seed: "0f".repeat(32),
  players: [
    { kind: "human", name: "Citlali", nonce: "Citlali_1-z", from: "player" },
    { kind: "bot", name: "easy bot", nonce: "west", from: "bot" },
  ],
};

const seated: Fact[] = [
  { type: "seat-taken", seat: "east", name: "Citlali", holder: "h" },
  { type: "bot-seated", seat: "west", kind: "easy" },
  { type: "nonce", seat: "east", nonce: "Citlali_1-z" },
  { type: "seat-left", seat: "east" },
];

const entry = { n: 1, id: "east:1", seat: "east", command: { type: "roll" }, events: [{ type: "rolled" }] };

/** Opens a journal with one match, and its log. */
async function open(retention = FOREVER) {
  const time = new FakeTime();
  const store = new SqliteStore(memoryDatabase(), retention, time);
  const lines: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
  const journal = new Journal(store, time, log);
  onTestFinished(() => journal.close());
  const { match, code, game } = created.plan;
  await journal.create({ match, code, game }, [{ at: time.now(), ...created }]);
  const lost: number[] = [];
  const logAt = (at: Position) => new MatchLog(journal, "m", at, time, () => void lost.push(at.epoch));
  return { time, store, journal, lines, lost, logAt, log: logAt({ epoch: 1, n: 1 }) };
}

describe("a match's log", () => {
  test("returns its facts with their dates at a takeover, and fences its former owner", async () => {
    const { time, journal, log, logAt, lost } = await open();
    const createdAt = time.now();
    await time.pass(1000);
    await log.append([...seated, begun]);
    await log.append([{ type: "entry", entry }]);
    const taken = await journal.takeOver("m");
    const facts = [created, ...seated, begun, { type: "entry", entry }];
    expect(taken?.facts).toEqual(facts.map((fact, i) => ({ at: createdAt + (i === 0 ? 0 : 1000), ...fact })));
    expect({ n: log.position.n, epoch: taken?.epoch }).toEqual({ n: 7, epoch: 2 });
    await logAt({ epoch: 2, n: 7 }).append([{ type: "entry", entry: { ...entry, n: 2 } }], true);
    expect(await journal.findHead("ABCD")).toMatchObject({ match: "m", game: "flower-war", over: true });
    expect(lost).toEqual([]);
    await expect(log.append([{ type: "entry", entry }])).rejects.toThrow("refused: unavailable");
    expect(lost).toEqual([1]);
  });

  test("keeps its position when an append is refused", async () => {
    const { log } = await open();
    const both = await Promise.allSettled([log.append(seated), log.append(seated)]);
    expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    await log.append([begun]);
    expect(log.position).toEqual({ epoch: 1, n: 6 });
  });

  test("never dates a fact before the one before it, also when the clock is set back", async () => {
    const { time, journal, log } = await open();
    const first = time.now();
    await log.append(seated);
    time.step(-60_000);
    await log.append([begun]);
    log.note({ type: "entry", entry });
    await log.appendNotes();
    time.step(61_000);
    await log.append([{ type: "entry", entry: { ...entry, n: 2 } }]);
    const dates = (await journal.read("m"))?.facts.map(({ at }) => at);
    expect(dates).toEqual([first, ...seated.map(() => first), first, first, first + 1000]);
    expect([log.now(), log.lastAt]).toEqual([first + 1000, first + 1000]);
  });

  test("never dates a fact before the last one of its former owner, whose clock was ahead", async () => {
    const { time, journal } = await open();
    const ahead = time.now() + 60_000;
    const log = new MatchLog(journal, "m", { epoch: 1, n: 1, at: ahead }, time, () => {});
    expect(log.now()).toBe(ahead);
    await log.append([begun]);
    expect((await journal.read("m"))?.facts.at(-1)?.at).toBe(ahead);
  });

  test("is null at a takeover if there is no such match", async () => {
    const { journal } = await open();
    expect(await journal.takeOver("other")).toBeNull();
  });

  test.each([["{"], ["null"], ['{"type":"eaten"}'], ['{"type":"toString"}'], ["[]"]])(
    "is refused as `match-damaged` if it contains %s, and logged once",
    async (row) => {
      const { journal, store, lines } = await open();
      await store.append("m", { epoch: 1, n: 1 }, [row], false);
      for (const read of [journal.read("m"), journal.takeOver("m")]) {
        await expect(read).rejects.toThrow(JournalDamaged);
        await expect(read).rejects.toMatchObject({ match: "m", body: { code: "match-damaged" } });
      }
      const logged = lines.map((line) => JSON.parse(line) as unknown);
      expect(logged).toMatchObject([{ match: "m", code: "match-damaged", msg: "match damaged" }]);
    },
  );
});

describe("retention", () => {
  test("deletes expired matches every minute, without being asked", async () => {
    const { journal, time } = await open({ finished: 0, unfinished: 90_000, results: FOREVER.results });
    await time.pass(119_000);
    expect(await journal.findHead("m")).not.toBeNull();
    await time.pass(1000);
    expect(await journal.findHead("m")).toBeNull();
  });

  test("tries again a minute after the store failed", async () => {
    const { journal, store, time } = await open({
      finished: 0,
      unfinished: 30_000,
      results: FOREVER.results,
    });
    vi.spyOn(store, "deleteExpired").mockRejectedValueOnce(new JournalUnavailable());
    await time.pass(60_000);
    expect(await journal.findHead("m")).not.toBeNull();
    await time.pass(60_000);
    expect(await journal.findHead("m")).toBeNull();
  });
});

describe("a match's facts", () => {
  test("give its header and its entries", () => {
    const { type: _, ...beginning } = begun;
    expect(readPlayedMatch([created, ...seated, begun, { type: "entry", entry }])).toEqual({
      header: {
        format: 1,
        match: "m",
        game: "flower-war",
        options: { rackSize: 13 },
        secret: created.secret,
        ...beginning,
      },
      players: begun.players,
      entries: [entry],
      hinted: new Set(),
      witnessed: [],
      agreement: null,
    });
  });

  test("give nothing if it has not begun", () => {
    expect(readPlayedMatch([created, ...seated])).toBeNull();
    expect(readPlayedMatch([])).toBeNull();
  });
});
