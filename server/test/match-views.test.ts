import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readView } from "../../client-sdk/src/games/flower-war/index.ts";
import { type RunningServer, startServer } from "../src/app.ts";
import { MemoryJournal } from "../src/journal/memory-journal.ts";
import { TestClient } from "./support/client.ts";
import { askForSeat, createMatch } from "./support/post.ts";
import { randomOf } from "./support/random.ts";
import { sitDown } from "./support/table.ts";
import { awaitedOf, someCommand, Truth } from "./support/truth.ts";

const journal = new MemoryJournal();
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ journal });
});
afterAll(() => server.stop());

const spectate = async (match: string) =>
  TestClient.join(server.url, await askForSeat(server.url, match, { spectate: true }));

/** ms for a match of several hundred commands on a busy machine. */
const WHOLE_MATCH = 180_000;

describe("what clients read from the synced state", () => {
  test("is nothing while seats are open", async () => {
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
    "equals the rules' views after every command of a whole match of $game for $seats",
    async ({ game, seats }) => {
      const random = randomOf(seats);
      const { match, players } = await sitDown(server.url, { game, seats, options: { rackSize: 4 } });
      const truth = new Truth(journal, match);
      const all = [...players, await spectate(match)];
      await truth.seenBy(all, 0);
      let n = 0;
      while (all[0]?.state.status === "playing") {
        const awaited = awaitedOf(players);
        expect(await awaited.play(someCommand(awaited, random(1000)))).toBe(++n);
        await truth.seenBy(all, n);
      }
      expect(n).toBeGreaterThan(50);
    },
    WHOLE_MATCH,
  );

  test(
    "equals them for whoever comes, goes and comes again in the middle of it",
    async () => {
      const random = randomOf(7);
      const { match, players } = await sitDown(server.url, { seats: 3, options: { rackSize: 4 } });
      const truth = new Truth(journal, match);
      const watchers = [await spectate(match)];
      for (let n = 1; players[0]?.state.status === "playing"; n++) {
        const awaited = awaitedOf(players);
        const played = awaited.play(someCommand(awaited, random(1000)));
        if (random(3) === 0) watchers.push(await spectate(match));
        if (watchers.length > 3) await watchers.splice(random(3), 1)[0]?.leave();
        await played;
        if (random(4) === 0) await comeAgain(players, random(players.length));
        await truth.seenBy([...players, ...watchers], n);
      }
      expect(players[0]?.state.status).toBe("over");
    },
    WHOLE_MATCH,
  );
});

/** A player's socket breaks, and the player takes the seat again by its token. */
async function comeAgain(players: TestClient[], which: number): Promise<void> {
  const player = players[which];
  if (!player) throw new Error("no such player");
  const { match, token } = player.reserved;
  players[which] = await TestClient.join(server.url, await askForSeat(server.url, match, { token }));
}
