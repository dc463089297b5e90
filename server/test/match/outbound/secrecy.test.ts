import type { HeldCard } from "@flower-war/rules/flower-war";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../../src/app.ts";
import { MemoryJournal } from "../../support/memory-journal.ts";
import { systemTime } from "../../../src/time.ts";
import { TestClient } from "../../support/client.ts";
import { ExpectedViews, findAwaited, pickCommand } from "../../support/expected-views.ts";
import { requestSeat } from "../../support/post.ts";
import { seededRandom } from "../../support/random.ts";
import { seatPlayers } from "../../support/seated-match.ts";

const journal = new MemoryJournal(systemTime);
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ journal });
});
afterAll(() => server.stop());

describe("the frames of a whole match", () => {
  test("contain a War or Rain card in a hand only for its owner, and the seed for no client", async () => {
    const random = seededRandom(3);
    const { match, players } = await seatPlayers(server.url, { seats: 3, options: { rackSize: 4 } });
    const spectate = { spectate: true };
    const watcher = await TestClient.join(server.url, await requestSeat(server.url, match, spectate));
    const clients = [...players, watcher];
    const views = new ExpectedViews(journal, match);
    const hands = new Map(players.map(({ seat }) => [seat, new Map<string, HeldCard>()]));
    for (let n = 1; watcher.state.status === "playing"; n++) {
      const awaited = findAwaited(players);
      await awaited.play(pickCommand(awaited, random(1000)));
      for (const [seat, held] of hands)
        for (const card of (await views.viewAt(n, seat)).hand) held.set(card.id, card);
      await views.expectShownTo(clients, n);
    }
    for (const client of clients) await client.readLog();
    const { seed } = (await views.readRecord()).header;
    for (const client of clients) {
      const seen = Buffer.concat(client.frames);
      expect(seen.includes(seed)).toBe(false);
      for (const [seat, held] of hands) {
        const found = [...held.values()]
          .filter(isHidden)
          .filter((card) => traces(card).some((trace) => seen.includes(trace)));
        if (seat === client.seat) expect(found.length).toBeGreaterThan(0);
        else expect(found).toEqual([]);
      }
    }
  });
});

/** Flower cards are held openly; cards from the War and Rain decks are hidden. */
function isHidden({ card }: HeldCard): boolean {
  return !card.endsWith("-xochitl");
}

/** Returns how a held card looks on the wire: in a synced hand, and as the id in an event. */
function traces({ id, card }: HeldCard): Buffer[] {
  return [Buffer.from(`${id}:${card}`), Buffer.concat([Buffer.of(0xa0 + id.length), Buffer.from(id)])];
}
