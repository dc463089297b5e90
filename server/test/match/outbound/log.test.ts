/** The request `log` of a match's room (docs/protocol.md, "The log"). */
import { LIMITS } from "@flower-war/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../../src/app.ts";
import { MemoryJournal } from "../../support/memory-journal.ts";
import { systemTime } from "../../../src/time.ts";
import { expectRefusal, TestClient } from "../../support/client.ts";
import { findAwaited, pickCommand } from "../../support/expected-views.ts";
import { requestSeat } from "../../support/post.ts";
import { seededRandom } from "../../support/random.ts";
import { seatPlayers } from "../../support/seated-match.ts";
import { until } from "../../support/until.ts";

/** ms by which the wall clock may have moved away from a server's steady time. */
const SLEW = 1_000;

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ journal: new MemoryJournal(systemTime) });
});
afterAll(() => server.stop());

const SEEDS = [1, 2, 3, 4];

/** Plays random commands until the match is over or has `most` entries. Resolves with the number of entries. */
async function play(players: TestClient[], random: (below: number) => number, most: number): Promise<number> {
  for (let n = 1; n <= most; n++) {
    const awaited = findAwaited(players);
    await awaited.play(pickCommand(awaited, random(1000)));
    for (const player of players) await player.waitForEntry(n);
    if (awaited.state.status === "over") return n;
  }
  return most;
}

describe("the log", () => {
  test.each(SEEDS)(
    "is what a client present from the beginning saw, for every viewer and after a reload (seed %i)",
    async (seed) => {
      const random = seededRandom(seed);
      const seats = 2 + random(3);
      const { match, players } = await seatPlayers(server.url, { seats, options: { rackSize: 4 } });
      const spectate = () => requestSeat(server.url, match, { spectate: true });
      const watcher = await TestClient.join(server.url, await spectate());
      const before = Date.now();
      const n = await play(players, random, 150 + random(150));
      for (const client of [...players, watcher]) {
        await until(() => client.entries.length === n, `${n} entries`);
        const { entries, at, pages } = await client.readLog();
        expect(entries).toEqual(client.entries);
        expect(at).toEqual(at.toSorted((a, b) => a - b));
        expect(at[0]).toBeGreaterThanOrEqual(before - SLEW);
        expect(at.at(-1)).toBeLessThanOrEqual(Date.now() + SLEW);
        for (const page of pages) expect(page.entries.length).toBeLessThanOrEqual(LIMITS.logPage.entries);
      }
      const late = await TestClient.join(server.url, await spectate());
      expect((await late.readLog()).entries).toEqual(watcher.entries);
      const [first] = players;
      const token = first?.reserved.token;
      const again = await TestClient.join(server.url, await requestSeat(server.url, match, { token }));
      expect((await again.readLog()).entries).toEqual(first?.entries);
    },
  );

  test("is empty before the match begins and before its first entry", async () => {
    const { match, players } = await seatPlayers(server.url, { seats: 2 });
    expect(await players[0]?.request("log", { after: 0 })).toEqual({ entries: [], n: 0, own: [] });
    expect(await players[0]?.request("log", { after: 7 })).toEqual({ entries: [], n: 0, own: [] });
    await players[0]?.play({ type: "roll" });
    const watcher = await TestClient.join(
      server.url,
      await requestSeat(server.url, match, { spectate: true }),
    );
    expect(await watcher.request("log", { after: 1 })).toEqual({ entries: [], n: 1, own: [] });
  });

  test.each([[{}], [{ after: -1 }], [{ after: 0.5 }], [{ after: "0" }], [{ after: null }]])(
    "is refused bad-request after %j",
    async (payload) => {
      const { players } = await seatPlayers(server.url, { seats: 2 });
      const refused = await expectRefusal((players[0] as TestClient).request("log", payload));
      expect(refused).toMatchObject({ code: "bad-request", field: "after" });
    },
  );
});

test("the server's time is told without marking the player as present", async () => {
  const { players } = await seatPlayers(server.url, { seats: 2 });
  const before = Date.now();
  const answer = await players[0]?.request("time");
  expect(answer?.now).toBeGreaterThanOrEqual(before - SLEW);
  expect(answer?.now).toBeLessThanOrEqual(Date.now() + SLEW);
});
