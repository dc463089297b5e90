import type { HeldCard } from "@flower-war/rules/flower-war";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../src/app.ts";
import { MemoryJournal } from "../src/journal/memory-journal.ts";
import { TestClient } from "./support/client.ts";
import { askForSeat } from "./support/post.ts";
import { randomOf } from "./support/random.ts";
import { sitDown } from "./support/table.ts";
import { awaitedOf, someCommand, Truth } from "./support/truth.ts";

const journal = new MemoryJournal();
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ journal });
});
afterAll(() => server.stop());

describe("the frames of a whole match", () => {
  test("tell of a War or Rain card in a hand to its owner alone, and of the seed to nobody", async () => {
    const random = randomOf(3);
    const { match, players } = await sitDown(server.url, { seats: 3, options: { rackSize: 4 } });
    const spectate = { spectate: true };
    const watcher = await TestClient.join(server.url, await askForSeat(server.url, match, spectate));
    const clients = [...players, watcher];
    const truth = new Truth(journal, match);
    const hands = new Map(players.map(({ seat }) => [seat, new Map<string, HeldCard>()]));
    for (let n = 1; watcher.state.status === "playing"; n++) {
      const awaited = awaitedOf(players);
      await awaited.play(someCommand(awaited, random(1000)));
      for (const [seat, held] of hands)
        for (const card of (await truth.view(n, seat)).hand) held.set(card.id, card);
      await truth.seenBy(clients, n);
    }
    const { seed } = (await truth.record()).header;
    for (const client of clients) {
      const seen = Buffer.concat(client.frames);
      expect(seen.includes(seed)).toBe(false);
      for (const [seat, held] of hands) {
        const told = [...held.values()]
          .filter(isHidden)
          .filter((card) => traces(card).some((trace) => seen.includes(trace)));
        if (seat === client.seat) expect(told.length).toBeGreaterThan(0);
        else expect(told).toEqual([]);
      }
    }
  });
});

/** A flower is kept before everybody's eyes; what came from the War and Rain decks is not. */
function isHidden({ card }: HeldCard): boolean {
  return !card.endsWith("-xochitl");
}

/** How a held card looks on the wire: in a synced hand, and its id as a string in an event. */
function traces({ id, card }: HeldCard): Buffer[] {
  return [Buffer.from(`${id}:${card}`), Buffer.concat([Buffer.of(0xa0 + id.length), Buffer.from(id)])];
}
