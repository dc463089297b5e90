/** A match that more than a hundred clients are connected to: its spectators are shown what happens at most four times a second. */
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../../src/app.ts";
import { MemoryJournal } from "../../support/memory-journal.ts";
import { TestClient } from "../../support/client.ts";
import { ExpectedViews, findAwaited, pickCommand } from "../../support/expected-views.ts";
import { FakeTime } from "../../support/fake-time.ts";
import { requestSeat } from "../../support/post.ts";
import { seatPlayers } from "../../support/seated-match.ts";
import { until } from "../../support/until.ts";

const { from, interval } = SERVER_LIMITS.crowd;
const time = new FakeTime();
const journal = new MemoryJournal(time);
let server: RunningServer;
beforeEach(async () => {
  server = await startServer({ journal, time });
});
afterEach(() => server.stop());

const spectate = async (match: string) =>
  TestClient.join(server.url, await requestSeat(server.url, match, { spectate: true }));

/** Begins a match of two that `watching` spectators watch. `play` plays commands, and waits until the players have seen them. */
async function begin(watching: number) {
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
  while (crowd.length < watching) crowd.push(await spectate(match));
  return { match, views, play, crowd };
}

const seenBy = ({ entries }: TestClient) => entries.map(({ n }) => n);

test("a crowd is shown the first entry at once, the next ones together, each once and in order", async () => {
  const { match, views, play, crowd } = await begin(from - 2);
  await play(2);
  await views.expectShownTo(crowd, 2); // with the players a hundred clients, which are no crowd yet

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
  expect(seenBy(late)).toEqual([7]);
  for (const client of crowd.slice(0, from - 2)) expect(seenBy(client)).toEqual([1, 2, 3, 4, 5, 6, 7]);

  // Those who are left are no crowd: what was held for them goes out before what is new.
  await play(1);
  await Promise.all([late.leave(), ...crowd.splice(0, 20).map((client) => client.leave())]);
  await play(1);
  await views.expectShownTo(crowd, 9);
  for (const client of crowd.slice(0, from - 22)) expect(seenBy(client)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("what is held for a crowd reaches it before its connections close", async () => {
  const { play, crowd } = await begin(from);
  await play(4);
  await server.stop();
  for (const client of crowd) {
    await until(() => client.closeCode !== null, "the close");
    expect(seenBy(client)).toEqual([1, 2, 3, 4]);
  }
});
