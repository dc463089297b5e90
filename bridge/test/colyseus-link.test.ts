import { FlowerWar, type Match } from "@flower-war/client-sdk";
import { enrol } from "@flower-war/client-sdk/temple";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type RunningServer, startServer } from "../../server/src/app.ts";
import { ColyseusLink } from "../src/colyseus-link.ts";
import { type HoldingProxy, openHoldingProxy } from "./support/holding-proxy.ts";
import { log } from "./support/log.ts";
import { WAIT } from "./support/raw-temple.ts";
import { TEMPLE } from "./support/world.ts";

let server: RunningServer;
let proxy: HoldingProxy;
beforeAll(async () => {
  server = await startServer();
  proxy = await openHoldingProxy(server.port);
  await enrol(server.url, server.config.adminPassword ?? "", TEMPLE);
});
afterAll(async () => {
  await proxy.close();
  await server.stop();
});

describe("what comes from the server in one piece is told in the order in which it came", () => {
  let link: ColyseusLink;
  let match: Match;
  const told: string[] = [];

  beforeEach(async () => {
    told.length = 0;
    link = new ColyseusLink({
      serverUrl: proxy.url,
      bridgeId: "bridge-1",
      token: server.config.bridgeToken,
      log,
    });
    link.on("bound", () => told.push("bound"));
    link.on("unbound", () => told.push("unbound"));
    link.start();
    await vi.waitFor(() => expect(link.isUp).toBe(true), WAIT);
    await link.request("temple-online", { templeId: TEMPLE });
    const { code } = await link.request("code", { templeId: TEMPLE });
    match = await new FlowerWar(server.url).create({ game: "flower-war", seats: 2, bots: 1, private: true });
    await match.pairTemple(code);
    await vi.waitFor(() => expect(told).toEqual(["bound"]), WAIT);
    told.length = 0;
  });
  afterEach(async () => {
    await match.leave();
    await link.stop();
  });

  /** Asks whether the temple is bound; the answer is told when it is there. */
  async function ask(): Promise<void> {
    const { table } = await link.request("temple-online", { templeId: TEMPLE });
    told.push(`answer: ${table === null ? "not bound" : "bound"}`);
  }

  test("an answer, and the message right behind it", async () => {
    proxy.hold();
    const asked = ask();
    await proxy.holds("ledger");
    await match.unpairTemple();
    await proxy.holds("unbound");
    proxy.release();
    await asked;
    await vi.waitFor(() => expect(told).toContain("unbound"), WAIT);
    expect(told).toEqual(["answer: bound", "unbound"]);
  });

  test("a message, and the answer right behind it", async () => {
    proxy.hold();
    await match.unpairTemple();
    await proxy.holds("unbound");
    const asked = ask();
    await proxy.holds("ledger");
    proxy.release();
    await asked;
    expect(told).toEqual(["unbound", "answer: not bound"]);
  });
});
