import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FlowerWar, type Match } from "@flower-war/client-sdk";
import { enrol } from "@flower-war/client-sdk/admin";
import { ConnectedTemple } from "@flower-war/devices";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Bridge } from "../src/bridge.ts";
import { BrokerClient } from "../src/broker/broker-client.ts";
import { type EmbeddedBroker, startEmbeddedBroker } from "../src/broker/embedded-broker.ts";
import { ServerConnection } from "../src/server-connection.ts";
import { log } from "./support/log.ts";
import { Program } from "./support/process.ts";
import { system } from "./support/system.ts";

const WAIT = { timeout: 60_000, interval: 20 };

/** What a server's process tells its parent. */
interface ReadyServer {
  readonly port: number;
  readonly operatorUrl: string;
  readonly bridgeToken: string;
}

/** The bridge in this process, between a simulated temple and the server in a process of its own. */
describe("the bridge with the match server", () => {
  let dataDir: string;
  let server: Program;
  let url: string;
  let operatorUrl: string;
  let stop: () => Promise<void>;
  let temple: ConnectedTemple;

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "bridge-server-"));
    const { port, operatorUrl: at, bridgeToken } = await startServer("0");
    operatorUrl = at;
    url = `http://127.0.0.1:${port}`;
    const connection = new ServerConnection({
      operatorUrls: [operatorUrl],
      bridgeId: "bridge-1",
      token: bridgeToken,
      log,
      ...system,
    });
    const broker = await startEmbeddedBroker({
      host: "127.0.0.1",
      port: 0,
      bridgeId: "bridge-1",
      verify: async (templeId, secret) => (await connection.request("verify", { templeId, secret })).ok,
      log,
      ...system,
    });
    const client = new BrokerClient({ bridgeId: "bridge-1", broker, log, ...system });
    const bridge = new Bridge({ broker: client, server: connection, log, ...system });
    bridge.start();
    client.start();
    connection.start();
    stop = async () => {
      bridge.stop();
      await client.stop();
      await connection.stop();
      await broker.close();
    };
    await vi.waitFor(() => expect(connection.isUp).toBe(true), WAIT);
    temple = await enrolledTemple(broker);
  });
  afterEach(async () => {
    await temple.close();
    await stop();
    await server.kill();
    rmSync(dataDir, { recursive: true });
  });

  async function startServer(port: string, operatorPort = "0"): Promise<ReadyServer> {
    server = new Program("server/src/main.ts", [], {
      NODE_ENV: "development",
      HOST: "127.0.0.1",
      PORT: port,
      OPERATOR_PORT: operatorPort,
      DATA_DIR: dataDir,
      BOT_DELAY: "0",
      LOG_LEVEL: "error",
    });
    return (await server.ready()) as ReadyServer;
  }

  async function enrolledTemple(broker: EmbeddedBroker): Promise<ConnectedTemple> {
    const password = readFileSync(join(dataDir, "admin-password"), "utf8").trim();
    const { templeId, secret } = await enrol(operatorUrl, password, "templo-1");
    const simulated = new ConnectedTemple({
      id: templeId,
      secret,
      url: `mqtt://127.0.0.1:${broker.port}`,
      retry: 50,
      ...system,
    });
    await simulated.connect();
    return simulated;
  }

  const verdicts = () =>
    temple.verdicts.map(({ slot, to, verdict, reason }) => `${slot}${to} ${verdict} ${reason}`);
  const expectVerdicts = (...expected: string[]) =>
    vi.waitFor(() => expect(verdicts()).toEqual(expected), WAIT);
  const expectDisplay = (expected: object) =>
    vi.waitFor(() => expect(temple.display).toMatchObject(expected), WAIT);

  /** Plays turns until east may sacrifice and holds a skull. */
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

  /** The offerings so far: cards and the other seat may have made some. */
  function offeringsIn({ view }: Match<"flower-war">) {
    if (view === null) throw new Error("the match has not begun");
    return view.table.offerings;
  }

  test("[P-2] [P-3] [J-2] [J-8] [J-9] from a shown code to an offering", async () => {
    await expectDisplay({ phase: "pairing", match: null });
    temple.drop("t");
    await expectVerdicts("t1 ignored unpaired");

    const host = new FlowerWar(url, { name: "Citlali" });
    const match = await host.create({ game: "flower-war", seats: 2, bots: 1, private: true });
    await match.pairTemple(temple.display?.code ?? "");
    await expectDisplay({
      phase: "playing",
      match: match.code,
      seat: { id: "east", name: "Citlali", local: true },
      step: "roll",
    });

    temple.drop("t");
    await expectVerdicts("t1 ignored unpaired", "t2 rejected wrong-phase");
    await expectDisplay({ fix: { h: 0, t: -1 }, judged: { h: 0, t: 2 }, offerings: { h: 0, t: 0 } });

    await playToSacrifice(match);
    const { huitzilopochtli, tlaloc } = offeringsIn(match);
    temple.drop("t");
    await expectVerdicts("t1 ignored unpaired", "t2 rejected wrong-phase", "t3 accepted ok");
    await expectDisplay({
      fix: { h: 0, t: -1 },
      judged: { h: 0, t: 3 },
      offerings: { h: huitzilopochtli, t: tlaloc + 1 },
    });
    expect(offeringsIn(match)).toEqual({ huitzilopochtli, tlaloc: tlaloc + 1 });

    temple.takeBack("t", 1);
    await expectDisplay({ fix: { h: 0, t: 0 } });
    temple.press("unpair");
    await expectDisplay({ phase: "pairing", match: null });
    await match.leave();
  });

  test("[J-1] after a crash the server gets temple and bead again", async () => {
    await expectDisplay({ phase: "pairing" });
    const { port } = new URL(url);
    await server.kill();
    await expectDisplay({ lines: ["Wait", "The server is away"], code: null });
    temple.drop("h");
    await expectVerdicts("h1 pending server-away");
    await startServer(port, new URL(operatorUrl).port);
    await vi.waitFor(() => expect(verdicts().at(-1)).toBe("h1 ignored unpaired"), WAIT);
    expect(new Set(verdicts().slice(0, -1))).toEqual(new Set(["h1 pending server-away"]));
    await expectDisplay({ phase: "pairing", judged: { h: 1, t: 0 } });
  });
});
