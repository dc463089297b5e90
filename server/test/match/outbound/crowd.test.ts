/** A match that more than a hundred clients are connected to: its spectators are shown what happens at most four times a second. */
import { SERVER_LIMITS } from "@flower-war/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../../src/app.ts";
import { MemoryJournal } from "../../../src/storage/journal/memory-journal.ts";
import { TestClient } from "../../support/client.ts";
import { ExpectedViews, findAwaited, pickCommand } from "../../support/expected-views.ts";
import { FakeTime } from "../../support/fake-time.ts";
import { requestSeat } from "../../support/post.ts";
import { seatPlayers } from "../../support/seated-match.ts";

const { from, interval } = SERVER_LIMITS.crowd;
const time = new FakeTime();
const journal = new MemoryJournal(time);
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ journal, time });
});
afterAll(() => server.stop());

const spectate = async (match: string) =>
  TestClient.join(server.url, await requestSeat(server.url, match, { spectate: true }));

test("a crowd is shown the first entry at once, the next ones together, each once and in order", async () => {
  const { match, players } = await seatPlayers(server.url, { seats: 2 });
  const views = new ExpectedViews(journal, match);
  let n = 0;
  const play = async (commands: number) => {
    for (let i = 0; i < commands; i++) {
      const awaited = findAwaited(players);
      expect(await awaited.play(pickCommand(awaited, 0))).toBe(++n);
      await views.expectShownTo(players, n);
    }
  };
  const crowd: TestClient[] = [];
  while (crowd.length + players.length < from) crowd.push(await spectate(match));
  await play(2);
  await views.expectShownTo(crowd, 2); // a hundred clients are no crowd yet

  crowd.push(await spectate(match));
  await play(1);
  await views.expectShownTo(crowd, 3);
  await play(3);
  for (const client of crowd) await client.request("time", {});
  expect(crowd.map(({ state }) => state.n)).toEqual(crowd.map(() => 3));
  const late = await spectate(match);
  await views.expectShownTo([late], 6);
  await play(1);
  await time.pass(interval);
  await views.expectShownTo([...crowd, late], 7);
  expect(late.entries.map((entry) => entry.n)).toEqual([7]);
  for (const client of crowd.slice(0, from - players.length)) {
    expect(client.entries.map((entry) => entry.n)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  }

  // Those who are left are no crowd: what was held for them goes out before what is new.
  await play(1);
  await Promise.all([late.leave(), ...crowd.splice(0, 20).map((client) => client.leave())]);
  await play(1);
  await views.expectShownTo(crowd, 9);
  expect(crowd[0]?.entries.map((entry) => entry.n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
