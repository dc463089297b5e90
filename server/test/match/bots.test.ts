import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app.ts";
import { MemoryJournal } from "../support/memory-journal.ts";
import { systemTime } from "../../src/time.ts";
import { TestClient } from "../support/client.ts";
import { ExpectedViews, pickCommand, readRecord } from "../support/expected-views.ts";
import { createMatch } from "../support/post.ts";
import { seededRandom } from "../support/random.ts";
import { until } from "../support/until.ts";

const journal = new MemoryJournal(systemTime);
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ journal });
});
afterAll(() => server.stop());

describe("bots", () => {
  test.each([
    ["easy", "easy", "easy"],
    ["skilled", "easy", "skilled"],
  ])("%s, %s and %s take their seats and play until the match is over", async (...bots) => {
    const random = seededRandom(11);
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
        await player.waitForEntry(await player.play(pickCommand(player, random(1000))));
    }
    expect(table.outcome.by).not.toBe("");
    await new ExpectedViews(journal, reserved.match).expectShownTo([player], player.state.n);
  });

  test("stop when the match ends in the middle of their turn", async () => {
    const reserved = await createMatch(server.url, { seats: 2, bots: 1 });
    const player = await TestClient.join(server.url, reserved);
    const n = await player.play({ type: "concede" });
    await player.waitForEntry(n);
    expect(player.state.status).toBe("over");
    expect((await readRecord(journal, reserved.match)).entries).toHaveLength(n);
  });
});
