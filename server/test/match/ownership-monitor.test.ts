import { pino } from "pino";
import { expect, test } from "vitest";
import { OwnershipMonitor } from "../../src/match/ownership-monitor.ts";
import type { OwnedMatch } from "../../src/storage/journal/journal.ts";
import { FakeTime } from "../support/fake-time.ts";

/** Starts a monitor of the rooms of these matches. `asked` are the matches that it has asked the journal about. */
function monitorRooms(...matches: readonly string[]) {
  const time = new FakeTime();
  const [asked, closed, taken]: [string[], string[], Set<string>] = [[], [], new Set()];
  const rooms = matches.map((match) => ({
    room: { roomId: `${match}_1` },
    match: { facts: 1 },
    moveToOwner: () => void closed.push(match),
  }));
  const isHere = ({ room }: { room: { roomId: string } }) =>
    !closed.includes(room.roomId.split("_")[0] ?? "");
  const local = { ofType: () => rooms.filter(isHere).map((live) => ({ live })) };
  const findTakenOver = async (owned: readonly OwnedMatch[]) => {
    asked.push(...owned.map(({ match }) => match));
    return owned.map(({ match }) => match).filter((match) => taken.has(match));
  };
  const ports = { journal: { findTakenOver }, rooms: local as never, time };
  new OwnershipMonitor({ ...ports, log: pino({ enabled: false }) }).start();
  return { time, rooms, asked, closed, taken };
}

test("a room whose match another process takes over closes within 3 s, whenever that happens", async () => {
  for (let before = 0; before < 3000; before += 250) {
    const { time, taken, closed } = monitorRooms("idle", "other");
    await time.pass(before);
    taken.add("idle");
    await time.pass(3000);
    expect(closed, `taken over after ${before} ms`).toEqual(["idle"]);
  }
});

test("a match to which facts are appended is not checked, since the journal does so; from then on within 3 s", async () => {
  const { time, rooms, asked, closed, taken } = monitorRooms("played", "idle");
  const [played] = rooms;
  if (!played) throw new Error("a room is there");
  for (let i = 0; i < 20; i++) {
    await time.pass(500);
    played.match.facts += 1;
  }
  expect(new Set(asked)).toEqual(new Set(["idle"]));
  taken.add("played");
  await time.pass(3000);
  expect(closed).toEqual(["played"]);
});
