import { randomFrom } from "@flower-war/rules/bots";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type FrailLine, frailLineTo } from "../../test/support/frail-line.ts";
import { type Drop, FlowerWar } from "../src/index.ts";
import { type LiveServer, startLiveServer } from "./support/live-server.ts";
import { playEasily } from "./support/players.ts";

const until = (check: () => void) => vi.waitFor(check, { interval: 5, timeout: 5000 });

describe("over a line that breaks", () => {
  let server: LiveServer;
  let line: FrailLine;
  let host: FlowerWar;
  beforeAll(async () => {
    server = await startLiveServer();
    line = await frailLineTo(server.port);
    host = new FlowerWar(line.url, { name: "Citlali", resume: { delay: 20 } });
  });
  afterAll(async () => {
    await line.close();
    await server.stop();
  });

  it("a seat, a spectator and a lobby come back and go on", async () => {
    const match = await host.create({ game: "flower-war", seats: 2, bots: 1 });
    const chair = await host.spectate(match.id);
    const lobby = await host.lobby();
    const drops: Drop[] = [];
    const resumed = vi.fn();
    for (const place of [match, chair]) {
      place.on("dropped", (drop) => drops.push(drop));
      place.on("resumed", resumed);
    }
    lobby.on("dropped", (drop) => drops.push(drop));
    lobby.on("resumed", resumed);
    const roll = () => match.send({ type: "roll" }, { id: "the-roll" });
    const unanswered = roll();
    line.cut();
    expect(await unanswered, "the first entry, whether it was made before the cut or after").toEqual({
      n: 1,
    });
    await until(() => expect(resumed).toHaveBeenCalledTimes(3));
    const drop = { code: 1006, reason: "", gone: false };
    expect(drops).toEqual([drop, drop, drop]);
    expect(await roll(), "asked again by its id").toEqual({ n: 1 });
    await match.send({ type: "concede" });
    await until(() => expect(chair.outcome).toMatchObject({ winner: "west" }));
    await Promise.all([match.leave(), chair.leave(), lobby.leave()]);
  });

  it("a connection over which nothing comes any more is noticed, and its command answered over the next", async () => {
    const ping = { every: 50, patience: 1000 };
    const patient = new FlowerWar(line.url, { name: "Citlali", resume: { delay: 20 }, ping });
    const match = await patient.create({ game: "flower-war", seats: 2, bots: 1 });
    const dropped = vi.fn();
    match.on("dropped", dropped);
    line.hush();
    expect(await match.send({ type: "roll" })).toEqual({ n: 1 });
    expect(dropped).toHaveBeenNthCalledWith(1, {
      code: 1006,
      reason: "nothing was heard any more",
      gone: false,
    });
    await match.leave();
  });

  it("a match is played to its end, every command once, though the line breaks again and again", {
    timeout: 60_000,
  }, async () => {
    const match = await host.create({ game: "flower-war", options: { rackSize: 4 }, seats: 2, bots: 1 });
    const chair = await new FlowerWar(server.url).spectate(match.id);
    const mine: number[] = [];
    chair.on("event", (_, { n, seat }) => {
      if (seat === "east" && mine.at(-1) !== n) mine.push(n);
    });
    const resumed = vi.fn();
    match.on("resumed", resumed);
    let asked = 0;
    const outcome = await playEasily(match, randomFrom("0".repeat(64)), async () => {
      asked += 1;
      if (asked % 10 === 0) setTimeout(() => line.cut(), asked % 3);
    });
    await until(() => expect(chair.outcome).toEqual(outcome));
    expect(resumed.mock.calls.length).toBeGreaterThan(2);
    await until(() => expect(mine).toHaveLength(asked));
    await Promise.all([match.leave(), chair.leave()]);
  });
});
