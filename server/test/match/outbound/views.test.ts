import { readView } from "@flower-war/protocol/flower-war";
import type { RandomBelow } from "@flower-war/rules/bots";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../../src/app.ts";
import { MemoryJournal } from "../../support/memory-journal.ts";
import { systemTime } from "../../../src/time.ts";
import { TestClient } from "../../support/client.ts";
import { ExpectedViews, findAwaited, pickCommand } from "../../support/expected-views.ts";
import { createMatch, requestSeat } from "../../support/post.ts";
import { seededRandom } from "../../support/random.ts";
import { seatPlayers } from "../../support/seated-match.ts";

const journal = new MemoryJournal(systemTime);
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ journal });
});
afterAll(() => server.stop());

const spectate = async (match: string) =>
  TestClient.join(server.url, await requestSeat(server.url, match, { spectate: true }));

/** Commands after which views were compared often enough. */
const ENOUGH = 50;

describe("the view that a client reads from the synced state", () => {
  test("is null while the match waits for players", async () => {
    const first = await TestClient.join(server.url, await createMatch(server.url));
    expect(first.state.status).toBe("gathering");
    expect(readView(first.state, first.seat)).toBeNull();
  });

  test.each([
    { game: "flower-war", seats: 2 },
    { game: "flower-war", seats: 3 },
    { game: "flower-war", seats: 4 },
    { game: "flower-war", seats: 5 },
    { game: "flower-war", seats: 6 },
    { game: "mexica", seats: 2 },
    { game: "mexica", seats: 4 },
  ] as const)(
    "equals the rules' view after every command of a match of $game with $seats seats",
    async ({ game, seats }) => {
      const random = seededRandom(seats);
      // With some dice a match is over soon: then another one is played.
      for (let commands = 0; commands < ENOUGH; ) commands += await playAndCompare({ game, seats }, random);
    },
  );

  test("equals the rules' view for players and spectators who join, leave and rejoin during the match", async () => {
    const random = seededRandom(7);
    const { match, players } = await seatPlayers(server.url, { seats: 3, options: { rackSize: 4 } });
    const views = new ExpectedViews(journal, match);
    const watchers = [await spectate(match)];
    for (let n = 1; players[0]?.state.status === "playing"; n++) {
      const awaited = findAwaited(players);
      const played = awaited.play(pickCommand(awaited, random(1000)));
      if (random(3) === 0) watchers.push(await spectate(match));
      if (watchers.length > 3) await watchers.splice(random(3), 1)[0]?.leave();
      await played;
      if (random(4) === 0) await rejoin(players, random(players.length));
      await views.expectShownTo([...players, ...watchers], n);
    }
    expect(players[0]?.state.status).toBe("over");
  });
});

/** Plays a match to its end and compares all views after each command. Resolves with the number of commands. */
async function playAndCompare(
  table: { readonly game: string; readonly seats: number },
  random: RandomBelow,
): Promise<number> {
  const { match, players } = await seatPlayers(server.url, {
    ...table,
    options: { rackSize: 4, bestTribeWins: true, offeringsDecide: true, offeringsSpent: true },
  });
  const views = new ExpectedViews(journal, match);
  const { header } = await views.readRecord();
  console.log(`${table.game}, ${table.seats} seats: seed ${header.seed}`);
  const all = [...players, await spectate(match)];
  await views.expectShownTo(all, 0);
  let n = 0;
  while (all[0]?.state.status === "playing") {
    const awaited = findAwaited(players);
    expect(await awaited.play(pickCommand(awaited, random(1000)))).toBe(++n);
    await views.expectShownTo(all, n);
  }
  return n;
}

/** Replaces a player's connection by another one to the same seat. */
async function rejoin(players: TestClient[], which: number): Promise<void> {
  const player = players[which];
  if (!player) throw new Error("no such player");
  const { match, token } = player.reserved;
  players[which] = await TestClient.join(server.url, await requestSeat(server.url, match, { token }));
}
