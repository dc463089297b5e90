/** How fast a process lets spectators and watchers in (docs/limits.md). */
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { expect, test } from "vitest";
import { ViewerPace } from "../../src/lobby/viewer-pace.ts";
import { FakeTime } from "../support/fake-time.ts";

const { most, wait } = SERVER_LIMITS.viewerTurns;

test("a burst of viewers is let in at once, and the others at the rate, in their order", async () => {
  const time = new FakeTime();
  const pace = new ViewerPace(time, { perSecond: 100, burst: 20 });
  const admitted: number[] = [];
  const turns = Array.from({ length: 23 }, (_, i) => pace.takeTurn().then(() => admitted.push(i)));
  await Promise.all(turns.slice(0, 20));
  expect(admitted).toHaveLength(20);
  await time.pass(10);
  await turns[20];
  expect(admitted).toEqual([...Array(21).keys()]);
  await time.pass(20);
  await Promise.all(turns);
  expect(admitted).toEqual([...Array(23).keys()]);
});

test("who would wait for more than 5 s is refused too-many-reservations, and keeps no other client waiting", async () => {
  const time = new FakeTime();
  const pace = new ViewerPace(time, { perSecond: 1, burst: 1 });
  const turns = Array.from({ length: 1 + most / 1000 }, () => pace.takeTurn());
  for (let i = 0; i < 3; i++) {
    await expect(pace.takeTurn()).rejects.toMatchObject({ body: { code: "too-many-reservations", wait } });
  }
  await time.pass(most);
  await Promise.all(turns);
  await time.pass(1000);
  await pace.takeTurn();
});
