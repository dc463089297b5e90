import { RULES_VERSION, STREAM } from "@flower-war/rules";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { FactJournal } from "../src/journal/fact-journal.ts";
import type { Begun, Created, Fact } from "../src/journal/facts.ts";
import { JournalDamaged, type Position } from "../src/journal/journal.ts";
import { MatchLog } from "../src/journal/match-log.ts";
import { MemoryStore } from "../src/journal/memory-journal.ts";
import { playedMatch } from "../src/journal/record.ts";

const created: Created = {
  type: "created",
  plan: {
    match: "m",
    code: "ABCD",
    game: "flower-war",
    options: { rackSize: 13 },
    seats: 2,
    private: false,
    clock: null,
    host: "Citlali",
  },
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

async function open() {
  const clock = { now: 1000 };
  const never = Number.POSITIVE_INFINITY;
  const store = new MemoryStore({ finished: never, unfinished: never });
  const journal = new FactJournal(store, pino({ level: "silent" }), () => clock.now);
  const { match, code, game } = created.plan;
  await journal.create({ match, code, game }, [created]);
  const lost: number[] = [];
  const logAt = (at: Position) =>
    new MatchLog(
      journal,
      "m",
      at,
      () => void lost.push(at.epoch),
      () => clock.now,
    );
  return { clock, store, journal, lost, logAt, log: logAt({ epoch: 1, n: 1 }) };
}

describe("the log of a match", () => {
  test("gives its facts back, dated, to whoever takes the match over", async () => {
    const { clock, journal, log, logAt, lost } = await open();
    clock.now = 2000;
    await log.append([...seated, begun]);
    await log.append([{ type: "entry", entry }]);
    const taken = await journal.takeOver("m");
    const facts = [created, ...seated, begun, { type: "entry", entry }];
    expect(taken?.facts).toEqual(facts.map((fact, i) => ({ at: i === 0 ? 1000 : 2000, ...fact })));
    expect({ n: log.at.n, epoch: taken?.epoch }).toEqual({ n: 7, epoch: 2 });
    await logAt({ epoch: 2, n: 7 }).append([{ type: "entry", entry: { ...entry, n: 2 } }], true);
    expect(await journal.headOf("ABCD")).toMatchObject({ match: "m", game: "flower-war", over: true });
    expect(lost).toEqual([]);
    await expect(log.append([{ type: "entry", entry }])).rejects.toThrow("refused: unavailable");
    expect(lost).toEqual([1]);
  });

  test("stands where it stood when a change was not taken", async () => {
    const { log } = await open();
    const both = await Promise.allSettled([log.append(seated), log.append(seated)]);
    expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    await log.append([begun]);
    expect(log.at).toEqual({ epoch: 1, n: 6 });
  });

  test("of no match is taken over by nobody", async () => {
    const { journal } = await open();
    expect(await journal.takeOver("other")).toBeNull();
  });

  test.each([["{"], ["null"], ['{"type":"eaten"}'], ['{"type":"toString"}'], ["[]"]])(
    "that holds %s is damaged: `match-damaged`",
    async (row) => {
      const { journal, store } = await open();
      await store.append("m", { epoch: 1, n: 1 }, [row], false);
      for (const read of [journal.read("m"), journal.takeOver("m")]) {
        await expect(read).rejects.toThrow(JournalDamaged);
        await expect(read).rejects.toMatchObject({ match: "m", fault: { code: "match-damaged" } });
      }
    },
  );
});

describe("a match's facts", () => {
  test("tell what it began with and every entry", () => {
    const { type: _, ...beginning } = begun;
    expect(playedMatch([created, ...seated, begun, { type: "entry", entry }])).toEqual({
      header: {
        match: "m",
        game: "flower-war",
        options: { rackSize: 13 },
        secret: created.secret,
        ...beginning,
      },
      entries: [entry],
    });
  });

  test("tell nothing of a match that has not begun", () => {
    expect(playedMatch([created, ...seated])).toBeNull();
    expect(playedMatch([])).toBeNull();
  });
});
