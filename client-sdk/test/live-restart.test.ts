import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { FlowerWar, type Match } from "../src/index.ts";
import { fileStore } from "../src/node/file-store.ts";
import { type LiveServer, startLiveServer } from "./support/live-server.ts";

const until = (check: () => void) => vi.waitFor(check, { interval: 5, timeout: 60_000 });

let server: LiveServer;
let folder: string;
beforeAll(async () => {
  server = await startLiveServer();
  folder = await mkdtemp(join(tmpdir(), "flower-war-restart-"));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const CLOCK = { profile: "quick", turn: 600_000, reserve: 0, increment: 0, warning: 0 } as const;

/** Creates a match of two with clocks; `deadline` reads east's. */
async function startMatch(host: FlowerWar) {
  const east = await host.create({ game: "mexica", seats: 2, clock: CLOCK });
  const west = await host.join(east.id);
  const deadline = (match: Match<"mexica"> = east) => match.clock?.seats.get("east")?.deadline ?? Number.NaN;
  await until(() => expect(deadline()).toBeGreaterThan(0));
  return { east, west, deadline };
}

it("after kill -9 players are back in their seats, and a command in flight is answered and played once", async () => {
  const { east, west } = await startMatch(new FlowerWar(server.url, { resume: { delay: 20 } }));
  await server.end("SIGKILL");
  const inFlight = east.send({ type: "roll" });
  await until(() => expect(east.connection).toBe("reconnecting"));
  await server.restart();
  expect(await inFlight).toEqual({ n: 1, legal: expect.any(Array) });
  await until(() => expect([east.connection, west.connection]).toEqual(["connected", "connected"]));
  await until(() => expect(west.state.n).toBe(1));
  await Promise.all([east.leave(), west.leave()]);
});

it("after kill -9 both players are back, with the SDK's defaults, though their delays have grown", async () => {
  let failed = 0;
  const counted: typeof fetch = (...request) =>
    fetch(...request).catch((error: unknown) => {
      failed += 1;
      throw error;
    });
  const { east, west } = await startMatch(new FlowerWar(server.url, { fetch: counted }));
  await server.end("SIGKILL");
  await until(() => expect(failed).toBeGreaterThanOrEqual(10));
  expect([east.connection, west.connection]).toEqual(["reconnecting", "reconnecting"]);
  await server.restart();
  await until(() => expect([east.connection, west.connection]).toEqual(["connected", "connected"]));
  await Promise.all([east.leave(), west.leave()]);
});

it("after SIGTERM clocks go on where they stopped, and a restarted client finds its match", async () => {
  const { east, west, deadline } = await startMatch(new FlowerWar(server.url, { store: fileStore(folder) }));
  const before = deadline();
  await server.end("SIGTERM");
  await Promise.all([east.leave(), west.leave()]);
  await server.restart();

  const again = new FlowerWar(server.url, { store: fileStore(folder) });
  const seats = await again.resume();
  expect(seats.map(({ match, seat }) => [match, seat])).toEqual(
    expect.arrayContaining([
      [east.id, "east"],
      [east.id, "west"],
    ]),
  );
  const token = seats.find(({ seat }) => seat === "east")?.token ?? "";
  const back = await again.join(east.id, { token });
  if (back.game !== "mexica") throw new Error("unexpected game");
  expect(back.clock?.givenBack).toBeGreaterThan(0);
  expect(deadline(back)).toBe(before + (back.clock?.givenBack ?? 0));
  expect(await back.send({ type: "roll" })).toEqual({ n: 1, legal: back.legal() });
  await back.leave();
});
