import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../src/app.ts";
import { MemoryJournal } from "../src/journal/memory-journal.ts";
import { TestClient } from "./support/client.ts";
import { createMatch } from "./support/post.ts";
import { randomOf } from "./support/random.ts";
import { someCommand, Truth } from "./support/truth.ts";
import { until } from "./support/until.ts";

const journal = new MemoryJournal();
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ journal });
});
afterAll(() => server.stop());

describe("bots", () => {
  test.each([
    ["easy", "easy", "easy"],
    ["skilled", "easy", "skilled"],
  ])(
    "%s, %s and %s fill the seats asked for and play by themselves to the match's end",
    async (...bots) => {
      const random = randomOf(11);
      const reserved = await createMatch(server.url, {
        seats: 4,
        bots,
        options: { rackSize: 4 },
      });
      const player = await TestClient.join(server.url, reserved);
      expect(
        [...player.state.seats.entries()].map(([seat, { kind, connected }]) => [seat, kind, connected]),
      ).toEqual([
        ["east", "human", true],
        ["north", "bot", true],
        ["south", "bot", true],
        ["west", "bot", true],
      ]);
      const { table } = player.state;
      while (player.state.status === "playing") {
        await until(() => table.awaiting.seat === "east" || table.awaiting.seat === "", "the bots to move");
        if (table.awaiting.seat === "east")
          await player.reached(await player.play(someCommand(player, random(1000))));
      }
      expect(table.outcome.by).not.toBe("");
      await new Truth(journal, reserved.match).seenBy([player], player.state.n);
    },
    60_000,
  );

  test("stop when their match ends in the middle of their turn", async () => {
    const reserved = await createMatch(server.url, { seats: 2, bots: 1 });
    const player = await TestClient.join(server.url, reserved);
    const n = await player.play({ type: "concede" });
    await player.reached(n);
    expect(player.state.status).toBe("over");
    expect((await new Truth(journal, reserved.match).record()).entries).toHaveLength(n);
  });
});
