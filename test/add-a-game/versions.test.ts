import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FlowerWar, type Match, memoryStore } from "@flower-war/client-sdk";
import { clientGameOf } from "@flower-war/client-sdk/own-games";
import { readReplay } from "@flower-war/client-sdk/replay";
import { fold, type Game, verifyRecord } from "@flower-war/rules";
import { readConfig, type RunningServer, startServer } from "@flower-war/server";
import { type HostedGame, hostGame } from "@flower-war/server/games";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import hostedNim from "./nim/index.ts";
import { type Nim, nim } from "./nim/rules.ts";

/* A game of a host's own that gets a new version, and is removed (docs/add-a-game.md, Versions): a server that starts again and again. */

const dataDir = await mkdtemp(join(tmpdir(), "flower-war-versions-"));
let server: RunningServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});
afterAll(() => rm(dataDir, { recursive: true }));

/** In the second version whoever takes the last stick loses. */
const second: Game<Nim> = {
  ...nim,
  version: 2,
  decide: (state, seat, input) => {
    const decided = nim.decide(state, seat, input);
    if (decided.refused !== undefined) return decided;
    const events = decided.events.map((event) =>
      event.type === "ended"
        ? { ...event, outcome: { winner: event.outcome.winner === "left" ? "right" : "left" } as const }
        : event,
    );
    return { ...decided, events, state: fold(nim, state, events) };
  },
};
const hostedSecond = hostGame<Nim>({ ...hostedNim, game: second }) as unknown as HostedGame;
const hostedFirst = hostedNim as unknown as HostedGame;

async function start(...games: HostedGame[]): Promise<FlowerWar> {
  await server?.stop();
  const environment = {
    HOST: "127.0.0.1",
    PORT: "0",
    DATA_DIR: dataDir,
    BOT_DELAY: "0",
    LOG_LEVEL: "silent",
  };
  server = await startServer(readConfig(environment), { games });
  const versions = { 1: nim, 2: second };
  return new FlowerWar(server.url, {
    name: "Citlali",
    store: memoryStore(),
    resume: { attempts: 0 },
    games: { nim: async (version) => clientGameOf(versions[version as 1 | 2]) },
  });
}

/** Takes sticks, one at a time, until the heap has so many. */
async function take(match: Match<"nim">, left: number): Promise<void> {
  const heap = () => match.view?.table.heap ?? 99;
  while (heap() > left) {
    await vi.waitFor(() => expect(heap() <= left || match.legal().length > 0).toBe(true), {
      timeout: 30_000,
      interval: 5,
    });
    if (heap() > left) await match.send({ type: "take", count: 1 });
  }
}

test("a match keeps the version that it began with through an upgrade, and its record names it; a removed game leaves it readable", async () => {
  const first = await start(hostedFirst);
  const begun: Match<"nim"> = await first.create({ game: "nim", bots: 1, options: { sticks: 21 } });
  const { id, token } = begun;
  expect(begun.version).toBe(1);
  await take(begun, 15);

  // The new version alone: nothing is lost, and nothing is played by other rules.
  const without = await start(hostedSecond);
  await expect(without.join(id, { token: token ?? "" })).rejects.toMatchObject({ code: "game-missing" });
  await expect(without.findMatch(id)).rejects.toMatchObject({ code: "game-missing" });
  expect(await without.listGames()).toContainEqual(expect.objectContaining({ game: "nim", version: 2 }));

  // Both: it goes on by the rules of its beginning.
  const both = await start(hostedSecond, hostedFirst);
  const old = (await both.join(id, { token: token ?? "" })) as Match<"nim">;
  const young = await both.create({ game: "nim", bots: 1 });
  expect([old.version, young.version]).toEqual([1, 2]);
  await take(old, 0);
  await take(young, 0);
  const last = (match: Match<"nim">) => match.view?.table.turn;
  await vi.waitFor(() => expect([old.status, young.status]).toEqual(["over", "over"]));
  // The turn goes on after the last stick too.
  expect(old.outcome).not.toEqual({ winner: last(old) });
  expect(young.outcome).toEqual({ winner: last(young) });

  const record = await both.record(id);
  const youngRecord = await both.record(young.id);
  expect(JSON.parse(record.split("\n")[0] ?? "")).not.toHaveProperty("version");
  expect(JSON.parse(youngRecord.split("\n")[0] ?? "")).toMatchObject({ game: "nim", version: "2" });
  const games = { nim: [second, nim] };
  expect(verifyRecord(record, await old.witness(), { games })).toMatchObject({ ok: true });
  expect(verifyRecord(youngRecord, await young.witness(), { games })).toMatchObject({ ok: true });
  expect(verifyRecord(youngRecord, {}, { games: { nim } })).toMatchObject({
    ok: false,
    entry: "header",
    reason: "unknown-rules",
    expected: ["1"],
    found: "2",
  });
  const loaders = { nim: async (version: number) => (version === 2 ? second : nim) };
  expect(await readReplay(youngRecord, loaders)).toMatchObject({ version: 2, outcome: young.outcome });
  await expect(readReplay(youngRecord, { nim: async () => nim })).rejects.toMatchObject({
    code: "unknown-rules",
  });
  expect((await both.findMatch(young.id)).result).toMatchObject({ version: 2 });

  // A rematch begins with the present version.
  const again = await both.rematch(id, token ?? "");
  expect(again).toMatchObject({ game: "nim", version: 2 });

  // Removed: who won, and the record without the signatures, which only its rules could compare.
  const removed = await start();
  for (const match of [old, young]) {
    const summary = await removed.findMatch(match.id);
    expect(summary).toMatchObject({
      game: "nim",
      over: true,
      result: { outcome: match.outcome, record: true },
    });
    const text = await removed.record(match.id);
    expect(verifyRecord(text, {}, { games })).toMatchObject({ ok: true, match: match.id });
  }
  await expect(removed.record(again.id)).rejects.toMatchObject({ code: "game-missing" });
}, 120_000);

test("a client that does not have the version of a match is refused `unknown-game`", async () => {
  const host = await start(hostedSecond);
  const match = await host.create({ game: "nim" });
  const other = new FlowerWar(server?.url ?? "", {
    store: memoryStore(),
    games: { nim: async () => clientGameOf(nim) },
  });
  await expect(other.join(match.code)).rejects.toMatchObject({ code: "unknown-game" });
});
