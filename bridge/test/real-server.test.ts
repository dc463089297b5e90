import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FlowerWar, type Match } from "@flower-war/client-sdk";
import { enrol } from "@flower-war/client-sdk/temple";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Bridge } from "../src/bridge.ts";
import { type Broker, openBroker } from "../src/broker.ts";
import { ColyseusLink } from "../src/colyseus-link.ts";
import { ConnectedTemple } from "../src/device/connected-temple.ts";
import { Mqtt } from "../src/mqtt.ts";
import { log } from "./support/log.ts";
import { Program } from "./support/process.ts";

const WAIT = { timeout: 10_000, interval: 20 };

/** The bridge in this process, between a simulated temple and the server in its own. */
describe("with the match server", () => {
  let dataDir: string;
  let server: Program;
  let url: string;
  let stop: () => Promise<void>;
  let temple: ConnectedTemple;

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "bridge-server-"));
    const { port, bridgeToken } = await startServer("0");
    url = `http://127.0.0.1:${port}`;
    const link = new ColyseusLink({ serverUrl: url, bridgeId: "bridge-1", token: bridgeToken, log });
    const broker = await openBroker({
      host: "127.0.0.1",
      port: 0,
      bridgeId: "bridge-1",
      verify: async (templeId, secret) => (await link.request("verify", { templeId, secret })).ok,
      log,
    });
    const mqtt = new Mqtt({ bridgeId: "bridge-1", broker, log });
    const bridge = new Bridge({ mqtt, link, log });
    bridge.start();
    mqtt.start();
    link.start();
    stop = async () => {
      bridge.stop();
      await mqtt.stop();
      await link.stop();
      await broker.close();
    };
    await vi.waitFor(() => expect(link.isUp).toBe(true), WAIT);
    temple = await enrolledTemple(broker);
  });
  afterEach(async () => {
    await temple.close();
    await stop();
    await server.kill();
    rmSync(dataDir, { recursive: true });
  });

  async function startServer(port: string): Promise<{ port: number; bridgeToken: string }> {
    server = new Program("server/src/main.ts", [], {
      NODE_ENV: "development",
      HOST: "127.0.0.1",
      PORT: port,
      DATA_DIR: dataDir,
      BOT_DELAY: "0",
      LOG_LEVEL: "error",
    });
    return (await server.ready()) as { port: number; bridgeToken: string };
  }

  async function enrolledTemple(broker: Broker): Promise<ConnectedTemple> {
    const password = readFileSync(join(dataDir, "admin-password"), "utf8").trim();
    const { templeId, secret } = await enrol(url, password, "templo-1");
    const simulated = new ConnectedTemple({
      id: templeId,
      secret,
      url: `mqtt://127.0.0.1:${broker.port}`,
      retry: 50,
    });
    await simulated.connect();
    return simulated;
  }

  const verdicts = () =>
    temple.verdicts.map(({ slot, to, verdict, reason }) => `${slot}${to} ${verdict} ${reason}`);
  const told = (...expected: string[]) => vi.waitFor(() => expect(verdicts()).toEqual(expected), WAIT);
  const shows = (expected: object) => vi.waitFor(() => expect(temple.display).toMatchObject(expected), WAIT);

  /** Plays east's turn up to its sacrifices, over as many turns as it takes to have a skull. */
  async function playToSacrifice(match: Match<"flower-war">): Promise<void> {
    await vi.waitFor(async () => {
      const [awaited] = match.awaiting;
      if (awaited?.seat === match.seat && awaited?.decision === "sacrifice" && temple.display?.open.t) return;
      const [command] =
        awaited?.seat === match.seat && awaited?.decision !== "sacrifice" ? match.legal() : [];
      if (command !== undefined) await match.send(command);
      throw new Error(`awaiting ${JSON.stringify(awaited)}`);
    }, WAIT);
  }

  /** Cards and the other seat may have offered before. */
  function offeringsIn({ view }: Match<"flower-war">) {
    if (view === null) throw new Error("the match has not begun");
    return view.table.offerings;
  }

  test("[P-2] [P-3] [J-2] [J-8] [J-9] from a shown code to an offering", async () => {
    await shows({ phase: "pairing", match: null });
    temple.drop("t");
    await told("t1 ignored unpaired");

    const host = new FlowerWar(url, { name: "Citlali" });
    const match = await host.create({ game: "flower-war", seats: 2, bots: 1, private: true });
    await match.pairTemple(temple.display?.code ?? "");
    await shows({
      phase: "playing",
      match: match.code,
      seat: { id: "east", name: "Citlali", local: true },
      step: "roll",
    });

    temple.drop("t");
    await told("t1 ignored unpaired", "t2 rejected wrong-phase");
    await shows({ fix: { h: 0, t: -1 }, judged: { h: 0, t: 2 }, offerings: { h: 0, t: 0 } });

    await playToSacrifice(match);
    const { huitzilopochtli, tlaloc } = offeringsIn(match);
    temple.drop("t");
    await told("t1 ignored unpaired", "t2 rejected wrong-phase", "t3 accepted ok");
    await shows({
      fix: { h: 0, t: -1 },
      judged: { h: 0, t: 3 },
      offerings: { h: huitzilopochtli, t: tlaloc + 1 },
    });
    expect(offeringsIn(match)).toEqual({ huitzilopochtli, tlaloc: tlaloc + 1 });

    temple.takeBack("t", 1);
    await shows({ fix: { h: 0, t: 0 } });
    temple.press("unpair");
    await shows({ phase: "pairing", match: null });
    await match.leave();
  });

  test("[J-1] a server that dies and comes back finds temple and bead waiting", async () => {
    await shows({ phase: "pairing" });
    const { port } = new URL(url);
    await server.kill();
    await shows({ lines: ["Wait", "The server is away"], code: null });
    temple.drop("h");
    await told("h1 pending server-away");
    await startServer(port);
    await vi.waitFor(() => expect(verdicts().at(-1)).toBe("h1 ignored unpaired"), WAIT);
    expect(new Set(verdicts().slice(0, -1))).toEqual(new Set(["h1 pending server-away"]));
    await shows({ phase: "pairing", judged: { h: 1, t: 0 } });
  });
});
