import type { GameName } from "@flower-war/protocol";
import { NO_DETAILS } from "@flower-war/protocol/server";
import { RULES_VERSION, STREAM } from "@flower-war/rules";
import { describe, expect, test } from "vitest";
import { Referee } from "../../src/match/referee.ts";
import { SeatTable } from "../../src/match/seats/seat-table.ts";
import { MatchClocks } from "../../src/match/timing/match-clocks.ts";
import { Queue } from "../../src/queue.ts";
import { MatchLog } from "../../src/storage/journal/match-log.ts";
import { MemoryJournal } from "../support/memory-journal.ts";
import { systemTime } from "../../src/time.ts";
import { someName } from "../storage/journal-suite.ts";
import type { Counting } from "../support/counting-game.ts";
import { hostedCounting } from "../support/hosted-counting.ts";

/** A journal whose appends fail with `failure`, and wait for `gate`. */
class TestJournal extends MemoryJournal {
  failure: Error | null = null;
  gate: Promise<void> = Promise.resolve();

  override async append(...change: Parameters<MemoryJournal["append"]>): Promise<void> {
    await this.gate;
    if (this.failure) throw this.failure;
    await super.append(...change);
  }
}

/** `told`: the numbers of the entries announced; -1: the match has another owner. */
async function begin() {
  const journal = new TestJournal(systemTime);
  const told: number[] = [];
  const plan = {
    ...someName("m"),
    game: "counting" as GameName,
    options: {},
    seats: 2,
    private: false,
    invitation: null,
    clock: null,
    host: "a",
    start: "full",
    silent: false,
    openNonces: false,
  } as const;
  await journal.create(someName("m"), [{ at: 0, type: "created", plan, secret: "" }]);
  const log = new MatchLog(journal, "m", { epoch: 1, n: 1 }, systemTime, () => void told.push(-1));
  const state = hostedCounting.newState();
  const seats = new SeatTable(plan, hostedCounting.game, state.seats);
  const match = {
    created: { type: "created", plan, secret: "", at: 0 },
    plan,
    preset: "",
    hosted: hostedCounting,
    state,
    details: NO_DETAILS,
    seats,
    clocks: new MatchClocks(null, state, { change: () => {} }),
    log,
    queue: new Queue(),
    hasHints: false,
    handers: [],
    changeDetails: () => {},
  } as const;
  const begun = {
    type: "begun",
    at: 0,
    format: 3,
    rules: RULES_VERSION,
    stream: STREAM,
    seats: ["a", "b"],
    seed: "0f".repeat(32),
    players: [],
  } as const;
  const referee = new Referee<Counting>(begun, match, ({ n }) => void told.push(n));
  const add = (seat: "a" | "b" | null, by: number, id: string) =>
    referee.submit({ id, seat, command: { type: "add", by } });
  return { journal, referee, told, add };
}

describe("the referee", () => {
  test("applies a command only once it is journaled", async () => {
    const { journal, referee, told, add } = await begin();
    const { promise, resolve } = Promise.withResolvers<void>();
    journal.gate = promise;
    const submitted = add("a", 2, "x");
    await new Promise(setImmediate);
    expect({ sum: referee.state.sum, told }).toEqual({ sum: 0, told: [] });
    resolve();
    expect(await submitted).toEqual({ n: 1 });
    expect({ sum: referee.state.sum, told }).toEqual({ sum: 2, told: [1] });
  });

  test("applies nothing if the journal fails; the command may be submitted again", async () => {
    const { journal, referee, told, add } = await begin();
    journal.failure = new Error("the disk is full");
    await expect(add("a", 2, "x")).rejects.toThrow("the disk is full");
    expect({ sum: referee.state.sum, n: referee.n, told }).toEqual({ sum: 0, n: 0, told: [] });
    journal.failure = null;
    expect(await add("a", 2, "x")).toEqual({ n: 1 });
  });

  test("refuses unavailable when another process owns the match, and reports it", async () => {
    const { journal, add, told } = await begin();
    await journal.takeOver("m");
    await expect(add("a", 2, "x")).rejects.toThrow("refused: unavailable");
    expect(told).toEqual([-1]);
  });

  test("marks the match as over in the journal with its last command", async () => {
    const { journal, add } = await begin();
    for (let n = 1; n <= 9; n++) await add(n % 2 === 1 ? "a" : "b", 1, String(n));
    expect(await journal.findHead("m")).toMatchObject({ over: false });
    await add("b", 1, "10");
    expect(await journal.findHead("m")).toMatchObject({ over: true });
  });

  test("decides one command at a time, in the order in which they were submitted", async () => {
    const { referee, add } = await begin();
    const submitted = [add("a", 1, "1"), add("b", 2, "2"), add("b", 2, "3"), add("a", 1, "4")];
    expect(await Promise.all(submitted)).toEqual([
      { n: 1 },
      { n: 2 },
      { refused: "not-your-decision" },
      { n: 3 },
    ]);
    expect(referee.state.sum).toBe(4);
  });

  test("journals only the fields of a command that the rules read", async () => {
    const { journal, referee } = await begin();
    const command = { type: "add", by: 1, big: 1n, junk: "x".repeat(3000) };
    expect(await referee.submit({ id: "x", seat: "a", command })).toEqual({ n: 1 });
    const facts = (await journal.read("m"))?.facts;
    expect(facts?.at(-1)).toMatchObject({ type: "entry", entry: { command: { type: "add", by: 1 } } });
  });

  test("accepts commands again after the rules failed", async () => {
    const { referee, add } = await begin();
    await expect(referee.submit({ id: "x", seat: "a", command: { type: "break" } })).rejects.toThrow(
      "broken",
    );
    expect(await add("a", 1, "y")).toEqual({ n: 1 });
  });

  test("checks the objection when the command's turn comes", async () => {
    const { referee, add } = await begin();
    const first = add("a", 1, "1");
    const objection = () => (referee.n === 1 ? "late" : null);
    const second = referee.submit({ id: "2", seat: "b", command: { type: "add", by: 1 }, objection });
    expect(await Promise.all([first, second])).toEqual([{ n: 1 }, { refused: "late" }]);
  });

  test("answers a repeated command as before, whatever the objection", async () => {
    const { referee, add } = await begin();
    await add("a", 1, "1");
    const again = { id: "1", seat: "a" as const, command: { type: "add", by: 1 }, objection: () => "late" };
    expect(await referee.submit(again)).toEqual({ n: 1 });
  });
});
