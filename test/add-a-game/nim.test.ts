import { FlowerWar, type Match } from "@flower-war/client-sdk";
import { verifyRecord } from "@flower-war/rules";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type RunningServer, startServer } from "../../server/src/app.ts";
import { nimGame } from "./client.ts";
import { hostedNim } from "./hosted.ts";
import { nim } from "./rules.ts";

/* The tiny game of docs/add-a-game.md, added as it says and handed over to a server and to the SDK. */

const soon = (check: () => void) => vi.waitFor(check, { timeout: 5000, interval: 5 });

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ games: new Map([["nim", hostedNim]]), botDelay: 0 });
});
afterAll(() => server.stop());

const guest = (name: string) => new FlowerWar(server.url, { name, games: { nim: async () => nimGame } });

/** Takes one stick whenever it is asked, until the match is over. */
function play(match: Match<"nim">): Promise<{ readonly winner: string }> {
  return new Promise((resolve, reject) => {
    let n = -1;
    const move = () => {
      if (match.state.n === n || !match.awaiting.some(({ seat }) => seat === match.seat)) return;
      n = match.state.n;
      match.send({ type: "take", count: 1 }).catch(reject);
    };
    match.on("ended", resolve);
    match.on("change", move);
    move();
  });
}

test("two strangers play it to its end over real sockets, and anybody can verify the record", async () => {
  const citlali = await guest("Citlali").create({ game: "nim", options: { sticks: 9 } });
  const other = await guest("Izel").quickPlay({ game: "nim" });
  expect([citlali.id, citlali.seat, other.seat]).toEqual([other.id, "left", "right"]);
  await soon(() => expect([citlali.status, other.status]).toEqual(["playing", "playing"]));

  const { turn } = citlali.view?.table ?? {};
  const [first, second] = turn === "left" ? [citlali, other] : [other, citlali];
  expect(first.legal()).toHaveLength(3);
  expect(second.legal()).toEqual([]);
  await expect(second.send({ type: "take", count: 1 })).rejects.toMatchObject({ code: "not-your-decision" });
  const outcomes = await Promise.all([play(citlali), play(other)]);
  expect(outcomes).toEqual([{ winner: turn }, { winner: turn }]);
  expect(citlali.view).toEqual({
    table: { options: { sticks: 9 }, heap: 0, turn: second.seat, outcome: { winner: turn } },
    seat: "left",
  });

  const record = await guest("Xoco").record(citlali.id);
  expect(verifyRecord(record, citlali.seen, { nim })).toMatchObject({ ok: true, game: "nim", entries: 9 });
  expect(verifyRecord(record)).toMatchObject({ ok: false, reason: "unknown-game" });
  await Promise.all([citlali.leave(), other.leave()]);
});

test("a bot plays, a skilled one like an easy one, the server refuses what its rules refuse, and the lobby lists it", async () => {
  const host = guest("Citlali");
  const lobby = await host.lobby();
  const match = await host.create({ game: "nim", bots: ["skilled"] });
  await soon(() => expect(lobby.matches).toMatchObject([{ game: "nim", host: "Citlali", open: 0 }]));
  expect((await play(match)).winner).toMatch(/^(left|right)$/);
  await expect(match.send({ type: "take", count: 1 })).rejects.toMatchObject({ code: "match-over" });
  await expect(host.create({ game: "nim", options: { sticks: 4 } })).rejects.toMatchObject({
    code: "bad-option",
    field: "sticks",
    message: expect.stringContaining("an integer from 5 to 21"),
  });
  await Promise.all([match.leave(), lobby.leave()]);
});
