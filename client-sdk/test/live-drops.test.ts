import { systemTime } from "@flower-war/protocol/ports";
import { randomFrom } from "@flower-war/rules/bots";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { TcpProxy } from "../../test/support/tcp-proxy.ts";
import { type Drop, FlowerWar } from "../src/index.ts";
import { type LiveServer, startLiveServer } from "./support/live-server.ts";
import { playEasily } from "./support/players.ts";

const until = (check: () => void) => vi.waitFor(check, { interval: 5, timeout: 60_000 });

describe("over a network that fails", () => {
  let server: LiveServer;
  let network: TcpProxy;
  let host: FlowerWar;
  beforeAll(async () => {
    server = await startLiveServer();
    network = await TcpProxy.open(server.port);
    host = new FlowerWar(network.url, { name: "Citlali", resume: { delay: 20 } });
  });
  afterAll(async () => {
    await network.close();
    await server.stop();
  });

  it("a seat, a spectator and a lobby reconnect and go on", async () => {
    const match = await host.create({ game: "flower-war", seats: 2, bots: 1, private: true });
    const spectator = await host.spectate(match.invitation ?? "");
    const lobby = await host.lobby();
    const drops: Drop[] = [];
    const resumed = vi.fn();
    for (const viewer of [match, spectator]) {
      viewer.on("dropped", (drop) => drops.push(drop));
      viewer.on("resumed", resumed);
    }
    lobby.on("dropped", (drop) => drops.push(drop));
    lobby.on("resumed", resumed);
    const roll = () => match.send({ type: "roll" }, { id: "the-roll" });
    const pending = roll();
    network.reset();
    expect(await pending, "the first entry, whether made before the reset or after").toEqual({
      n: 1,
      legal: expect.any(Array),
    });
    await until(() => expect(resumed).toHaveBeenCalledTimes(3));
    const drop = { code: 1006, reason: "", gone: false };
    expect(drops).toEqual([drop, drop, drop]);
    expect(await roll(), "repeated with its id").toEqual({ n: 1, legal: match.legal() });
    await match.send({ type: "concede" });
    await until(() => expect(spectator.outcome).toMatchObject({ winner: "west" }));
    await Promise.all([match.leave(), spectator.leave(), lobby.leave()]);
  });

  it("a connection that falls silent is detected, and its command is answered over the next", async () => {
    const ping = { every: 50, timeout: 1000 };
    const pinging = new FlowerWar(network.url, { name: "Citlali", resume: { delay: 20 }, ping });
    const match = await pinging.create({ game: "flower-war", seats: 2, bots: 1 });
    const dropped = vi.fn();
    match.on("dropped", dropped);
    network.silence();
    expect(await match.send({ type: "roll" })).toEqual({ n: 1, legal: expect.any(Array) });
    expect(dropped).toHaveBeenNthCalledWith(1, {
      code: 1006,
      reason: "no answer to a ping",
      gone: false,
    });
    await match.leave();
  });

  it("a match is played to its end, every command once, though connections are cut again and again", async () => {
    const match = await host.create({ game: "flower-war", options: { rackSize: 4 }, seats: 2, bots: 1 });
    const spectator = await new FlowerWar(server.url).spectate(match.id);
    const entries: number[] = [];
    spectator.on("event", (_, { n, seat }) => {
      if (seat === "east" && entries.at(-1) !== n) entries.push(n);
    });
    const resumed = vi.fn();
    match.on("resumed", resumed);
    let sent = 0;
    const outcome = await playEasily(match, randomFrom("0".repeat(64)), async () => {
      sent += 1;
      if (sent % 4 === 0) systemTime.after(sent % 3, () => network.reset());
    });
    await until(() => expect(spectator.outcome).toEqual(outcome));
    expect(resumed.mock.calls.length).toBeGreaterThan(2);
    await until(() => expect(entries).toHaveLength(sent));
    await Promise.all([match.leave(), spectator.leave()]);
  });
});
