import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FlowerWar, type Match, type OutcomeOf } from "@flower-war/client-sdk";
import { verifyRecord } from "@flower-war/rules";
import { readConfig, type RunningServer, startServer } from "@flower-war/server";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { nimGame } from "./client.ts";
import hostedNim from "./nim/index.ts";
import { type Nim, nim } from "./nim/rules.ts";
import page from "./nim/page.ts";

/* Nim, the small game of docs/add-a-game.md, in a server and a client of its own program. test/packages.test.ts hosts it by command. */

const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 30_000, interval: 5 });

const dataDir = await mkdtemp(join(tmpdir(), "flower-war-nim-"));
let server: RunningServer;
beforeAll(async () => {
  const environment = {
    HOST: "127.0.0.1",
    PORT: "0",
    DATA_DIR: dataDir,
    BOT_DELAY: "0",
    LOG_LEVEL: "silent",
  };
  server = await startServer(readConfig(environment), { games: [hostedNim] });
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true });
});

const guide = await readFile(join(import.meta.dirname, "../../docs/add-a-game.md"), "utf8");

test.each(["nim/rules.ts", "nim/index.ts", "nim/page.ts"])(
  "docs/add-a-game.md shows all of %s",
  async (file) => {
    expect(guide).toContain(await readFile(join(import.meta.dirname, file), "utf8"));
  },
);

const connect = (name: string) => new FlowerWar(server.url, { name, games: { nim: async () => nimGame } });

/** Takes one stick whenever the seat is awaited. Resolves with the outcome. */
function play(match: Match<"nim">): Promise<OutcomeOf<"nim">> {
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

test("two players play it to its end over real sockets, and anyone can verify the record", async () => {
  const citlali = await connect("Citlali").create({ game: "nim", options: { sticks: 9 } });
  const other = await connect("Izel").quickPlay({ game: "nim" });
  expect([citlali.id, citlali.seat, other.seat]).toEqual([other.id, "left", "right"]);
  await waitFor(() => expect([citlali.status, other.status]).toEqual(["playing", "playing"]));

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

  const record = await connect("Xoco").record(citlali.id);
  expect(verifyRecord(record, await citlali.witness(), { games: { nim } })).toMatchObject({
    ok: true,
    game: "nim",
    entries: 9,
  });
  expect(verifyRecord(record)).toMatchObject({ ok: false, reason: "unknown-game" });
  await Promise.all([citlali.leave(), other.leave()]);
});

test("bots play it, the server refuses what its rules refuse, and the lobby lists it", async () => {
  const host = connect("Citlali");
  const lobby = await host.lobby();
  const open = await host.create({ game: "nim" });
  await waitFor(() => expect(lobby.matches).toMatchObject([{ game: "nim", host: "Citlali", open: 1 }]));
  await open.leave();
  const match = await host.create({ game: "nim", bots: ["skilled"] });
  expect((await play(match)).winner).toMatch(/^(left|right)$/);
  await expect(match.send({ type: "take", count: 1 })).rejects.toMatchObject({ code: "match-over" });
  await expect(host.create({ game: "nim", options: { sticks: 4 } })).rejects.toMatchObject({
    code: "bad-option",
    field: "sticks",
    message: expect.stringContaining("an integer from 5 to 21"),
  });
  await Promise.all([match.leave(), lobby.leave()]);
});

test("a refusal of the game's own is what docs/add-a-game.md shows, by the SDK and the JSON API", async () => {
  const [, body = "", status, refusal = ""] =
    /^POST \/api\/matches\/\w+\/commands\n(\{.*\})\n\n(\d+)\n(\{.*\})$/m.exec(guide) ?? [];
  const citlali = await connect("Citlali").create({ game: "nim", options: { sticks: 5 } });
  const other = await connect("Izel").join(citlali.id);
  await waitFor(() => expect([citlali.status, other.status]).toEqual(["playing", "playing"]));
  const nims = [citlali, other] as Match<"nim">[];
  const second = nims.find(({ seat, view }) => seat !== view?.table.turn);
  const first = nims.find((match) => match !== second);
  if (!first || !second) throw new Error("two players sit there");
  await first.send({ type: "take", count: 3 });
  await waitFor(() => expect(second.view?.table.heap).toBe(2));

  const refused = await second.send({ type: "take", count: 3 }).catch((error: unknown) => error);
  expect(refused).toMatchObject(JSON.parse(refusal));
  expect(page.texts.en.refusals[(refused as { code: Nim["refusal"] }).code]).toBe(
    "There are fewer sticks than that.",
  );

  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${second.token}` };
  const url = `${server.url}/api/matches/${second.id}/commands`;
  const answer = await fetch(url, { method: "POST", headers, body });
  expect([`${answer.status}`, await answer.text()]).toEqual([status, refusal]);
  await Promise.all([citlali.leave(), other.leave()]);
});
