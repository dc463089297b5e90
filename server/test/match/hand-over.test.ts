import { pino } from "pino";
import { expect, test } from "vitest";
import { handOver } from "../../src/match/hand-over.ts";
import type { LiveMatch } from "../../src/match/live-match.ts";
import type { OwnedMatch } from "../../src/storage/journal/journal.ts";
import { FakeTime } from "../support/fake-time.ts";

/** ms that it may take. */
const WITHIN = 3000;

/** Creates rooms of matches of four, and hands them over. `given` are the matches that were, in their order. */
function handOverRooms(count: number, { clients = 4, hasOthers = true } = {}) {
  const time = new FakeTime();
  const given: string[] = [];
  const taken = new Set<string>();
  const rooms = Array.from({ length: count }, (_, i) => {
    return {
      room: { roomId: `m${i}_1`, clients: Array.from({ length: clients }) },
      handOver: async () => void given.push(`m${i}`),
    } as unknown as LiveMatch;
  });
  const findTakenOver = async (owned: readonly OwnedMatch[]) =>
    owned.map(({ match }) => match).filter((match) => taken.has(match));
  let isDone = false;
  const ports = {
    journal: { findTakenOver },
    hasOthers: async () => hasOthers,
    time,
    log: pino({ enabled: false }),
  };
  void handOver(rooms, WITHIN, ports).then(() => (isDone = true));
  return {
    time,
    given,
    takeOver: (matches: readonly string[]) => matches.forEach((match) => taken.add(match)),
    isDone: () => isDone,
  };
}

test("the next forty clients are sent on when the matches of those before have another owner", async () => {
  const { time, given, takeOver, isDone } = handOverRooms(25);
  await time.pass(200);
  expect(given).toHaveLength(10);
  takeOver(given.slice(0, 9));
  await time.pass(100);
  expect(given).toHaveLength(10);
  takeOver(given);
  await time.pass(100);
  expect(given).toHaveLength(20);
  takeOver(given);
  await time.pass(100);
  expect(given).toHaveLength(25);
  takeOver(given);
  await time.pass(100);
  expect(isDone()).toBe(true);
});

test("matches that no server takes over hold up the others for their part of the time alone", async () => {
  const { time, given, isDone } = handOverRooms(30);
  await time.pass(WITHIN / 3 - 50);
  expect(given).toHaveLength(10);
  await time.pass(100);
  expect(given).toHaveLength(20);
  await time.pass(WITHIN);
  expect([given.length, isDone()]).toEqual([30, true]);
});

test("nothing is handed over in slices without another server, nor an empty match", async () => {
  const left = handOverRooms(25, { hasOthers: false });
  await left.time.pass(10);
  expect([left.given.length, left.isDone()]).toEqual([0, true]);
  const empty = handOverRooms(25, { clients: 0 });
  await empty.time.pass(10);
  expect([empty.given.length, empty.isDone()]).toEqual([0, true]);
});
