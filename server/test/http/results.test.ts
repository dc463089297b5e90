/** `GET /api/matches/:id` of finished matches (docs/protocol.md, "Results"). */
import { type MatchSummary, PATHS } from "@flower-war/protocol";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { Journal, type RetentionPeriods } from "../../src/storage/journal/journal.ts";
import { SqliteStore } from "../../src/storage/journal/sqlite-store.ts";
import { FakeTime } from "../support/fake-time.ts";
import { memoryDatabase } from "../support/memory-journal.ts";
import { seatTwo } from "../support/seated-match.ts";
import { startOnFakeTime } from "../support/server.ts";

const HOUR = 3_600_000;
const RETENTION: RetentionPeriods = { finished: HOUR, unfinished: HOUR, results: 3 * HOUR };

/** A store as older servers had it. */
class StoreWithoutResults extends SqliteStore {
  override append(...[match, at, rows, over]: Parameters<SqliteStore["append"]>): Promise<void> {
    return super.append(match, at, rows, over);
  }
}

/** Starts a server, on which two play a match to its end. */
async function playMatch(Store = SqliteStore) {
  const time = new FakeTime();
  const journal = new Journal(new Store(memoryDatabase(), RETENTION, time), time, pino({ level: "silent" }));
  const server = await startOnFakeTime(time, { journal });
  onTestFinished(() => server.stop());
  const createdAt = time.now();
  const seated = await seatTwo(server.url, { options: { rackSize: 6 } });
  await time.pass(1000);
  await seated.first.play({ type: "roll" });
  await time.pass(500);
  const fetchMatch = (path: string, id: string) => fetch(server.url + path.replace(":id", id));
  const summarize = async (id: string) => (await fetchMatch(PATHS.match, id)).json() as Promise<MatchSummary>;
  return { ...seated, server, time, createdAt, fetchMatch, summarize };
}

test("a match in play has no result; a finished one has, by its id and by its code", async () => {
  const { match, code, first, createdAt, summarize } = await playMatch();
  const inPlay = await summarize(match);
  expect(inPlay).toMatchObject({
    match,
    code,
    game: "flower-war",
    over: false,
    table: { status: "playing" },
  });
  expect(inPlay).not.toHaveProperty("result");
  await first.play({ type: "concede" });
  const summary = await summarize(match);
  expect(summary).toEqual({
    match,
    code,
    game: "flower-war",
    over: true,
    closed: false,
    result: {
      options: expect.objectContaining({ rackSize: 6, battleStake: "one", discRules: true }),
      seats: [
        { seat: "east", kind: "human", name: expect.any(String) },
        { seat: "west", kind: "human", name: "Player 2" },
      ],
      outcome: {
        by: "last-tribe",
        winner: "west",
        standings: [
          expect.objectContaining({ seat: "west", place: 1 }),
          expect.objectContaining({ seat: "east" }),
        ],
      },
      entries: 2,
      createdAt,
      beganAt: createdAt,
      endedAt: createdAt + 1500,
      record: true,
    },
  });
  expect(await summarize(code.toLowerCase())).toEqual(summary);
});

test("a result outlives the match's room and its record, and is deleted in the end", async () => {
  const { match, code, first, second, time, fetchMatch, summarize } = await playMatch();
  await first.play({ type: "concede" });
  const { result } = await summarize(match);
  await first.leave();
  await second.leave();
  await time.pass(RETENTION.finished / 2);
  expect(await summarize(match)).toMatchObject({ over: true, result });
  expect((await fetchMatch(PATHS.record, match)).status).toBe(200);
  await time.pass(RETENTION.finished / 2 + 120_000);
  expect((await fetchMatch(PATHS.record, match)).status).toBe(404);
  expect(await summarize(match)).toEqual({
    match,
    code,
    game: "flower-war",
    over: true,
    closed: true,
    result: { ...result, record: false },
  });
  expect((await fetchMatch(PATHS.match, code)).status, "the code may lead to another match").toBe(404);
  await time.pass(RETENTION.results);
  expect((await fetchMatch(PATHS.match, match)).status).toBe(404);
});

test("a match that ended on an older server has a result while its record is stored", async () => {
  const { match, first, createdAt, summarize } = await playMatch(StoreWithoutResults);
  await first.play({ type: "concede" });
  expect((await summarize(match)).result).toMatchObject({
    outcome: { by: "last-tribe", winner: "west" },
    seats: [{ seat: "east" }, { seat: "west", name: "Player 2" }],
    entries: 2,
    createdAt,
    beganAt: createdAt,
    endedAt: createdAt + 1500,
    record: true,
  });
});
