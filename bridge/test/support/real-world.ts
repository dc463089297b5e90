import { FlowerWar, type Match } from "@flower-war/client-sdk";
import { enrol } from "@flower-war/client-sdk/admin";
import { flowerWar } from "@flower-war/rules/flower-war";
import { vi } from "vitest";
import { TcpProxy } from "../../../test/support/tcp-proxy.ts";
import { position } from "../../../rules/test/support/position.ts";
import { type RunningServer, startServer } from "../../../server/src/app.ts";
import { hostedFlowerWar } from "../../../server/src/games/index.ts";
import { systemTime } from "../../../server/src/time.ts";
import { Bridge } from "../../src/bridge.ts";
import { BrokerClient } from "../../src/broker/broker-client.ts";
import { ServerConnection } from "../../src/server-connection.ts";
import { openTestBroker, type TestBroker, waitUntilSubscribed } from "./brokers.ts";
import { log } from "./log.ts";
import { RawTemple, WAIT } from "./raw-temple.ts";
import { skip, system } from "./system.ts";

/** How a match begins: with east's sacrifice phase. */
export interface Opening {
  readonly skulls: number;
}

/** Two players at a match that has just begun: Citlali is east and awaited, Xochitl is the other seat. */
export interface Players {
  readonly citlali: Match;
  readonly xochitl: Match;
}

/** What a world is made of. */
interface Parts extends Pick<RealWorld, "proxy" | "restartBridge"> {
  readonly server: RunningServer;
  readonly broker: TestBroker;
  readonly opening: { skulls: number };
  readonly skipped: { ms: number };
  readonly close: () => Promise<void>;
}

/** The real server with a broker and a bridge, all in this process; one per test file. */
export class RealWorld {
  /** The connection between bridge and server. */
  readonly proxy: TcpProxy;
  /** Stops the bridge, and starts another one when `whileAway` is done. */
  readonly restartBridge: (whileAway: () => Promise<void>) => Promise<void>;
  readonly #server: RunningServer;
  readonly #broker: TestBroker;
  readonly #close: () => Promise<void>;
  readonly #opening: { skulls: number };
  readonly #skipped: { ms: number };
  readonly #cleanups: (() => Promise<void>)[] = [];
  #temples = 0;

  private constructor(parts: Parts) {
    this.restartBridge = parts.restartBridge;
    this.#server = parts.server;
    this.proxy = parts.proxy;
    this.#broker = parts.broker;
    this.#opening = parts.opening;
    this.#skipped = parts.skipped;
    this.#close = parts.close;
  }

  static async open(): Promise<RealWorld> {
    const opening = { skulls: 3 };
    const setup = () =>
      position({
        seats: 2,
        asks: "sacrifice",
        tribes: { east: { skulls: opening.skulls } },
        offerings: { huitzilopochtli: 5, tlaloc: 2 },
      });
    const hosted = { ...hostedFlowerWar, game: { ...flowerWar, setup } };
    const skipped = { ms: 0 };
    const { steady } = systemTime;
    const time = {
      ...systemTime,
      now: () => systemTime.now() + skipped.ms,
      steady: { ...steady, now: () => steady.now() + skipped.ms },
    };
    const server = await startServer({
      games: new Map([[flowerWar.name, hosted]]),
      nearbyPairing: true,
      time,
    });
    const proxy = await TcpProxy.open(Number(new URL(server.operatorUrl).port));
    const connection = new ServerConnection({
      operatorUrls: [proxy.url],
      bridgeId: "bridge-1",
      token: server.config.bridgeToken,
      log,
      ...system,
    });
    const broker = await openTestBroker({
      verify: async (templeId, secret) => (await connection.request("verify", { templeId, secret })).ok,
    });
    const openBridge = async () => {
      const client = new BrokerClient({ bridgeId: "bridge-1", broker: broker.forBridge, log, ...system });
      const bridge = new Bridge({
        broker: client,
        server: connection,
        log,
        ...system,
        time: skip(system.time, skipped),
      });
      bridge.start();
      client.start();
      await waitUntilSubscribed();
      return async () => {
        bridge.stop();
        await client.stop();
      };
    };
    let closeBridge = await openBridge();
    connection.start();
    await vi.waitFor(() => {
      if (!connection.isUp) throw new Error("the bridge is not connected");
    }, WAIT);
    const restartBridge = async (whileAway: () => Promise<void>) => {
      await closeBridge();
      await whileAway();
      closeBridge = await openBridge();
    };
    const close = async () => {
      await closeBridge();
      await connection.stop();
      await broker.close();
      await proxy.close();
      await server.stop();
    };
    return new RealWorld({ server, proxy, broker, opening, skipped, restartBridge, close });
  }

  /** Connects a new temple that has published its birth (state 0/0, conn 1, seq 0) and shows a code. */
  async connectOnline(): Promise<RawTemple> {
    const temple = await this.connectEnrolled();
    await temple.state("0/0");
    await temple.waitForDisplay({ phase: "pairing" });
    return temple;
  }

  /** Connects a newly enrolled temple that has published nothing yet. */
  async connectEnrolled(): Promise<RawTemple> {
    this.#temples += 1;
    const { operatorUrl, config } = this.#server;
    const { templeId, secret } = await enrol(
      operatorUrl,
      config.adminPassword ?? "",
      `templo-${this.#temples}`,
    );
    await this.#broker.admit(templeId, secret);
    const temple = await RawTemple.connect(this.#broker.port, templeId, secret);
    this.#cleanups.push(() => temple.close());
    temple.stamp = null;
    return temple;
  }

  async match({ skulls }: Opening = { skulls: 3 }): Promise<Players> {
    this.#opening.skulls = skulls;
    const host = new FlowerWar(this.#server.url);
    const citlali = await host.create({ game: "flower-war", seats: 2, private: true, name: "Citlali" });
    const xochitl = await host.join(citlali.invitation ?? "", { name: "Xochitl" });
    this.#cleanups.push(
      () => citlali.leave(),
      () => xochitl.leave(),
    );
    return { citlali, xochitl };
  }

  /** Enters the temple's code for the player; the temple then stamps with the mark on show, at base 0/0. */
  async pair(temple: RawTemple, player: Match): Promise<void> {
    const { code } = temple.display() ?? {};
    await player.pairTemple(String(code));
    await temple.waitForDisplay({ phase: "playing", match: player.code });
    temple.stamp = { mark: String(temple.display()?.["mark"]), base: { h: 0, t: 0 } };
  }

  /** Puts the clocks of server and bridge forward by a second, so that no window closed just now (J-15). */
  passSecond(): void {
    this.#skipped.ms += 1_000;
  }

  /** Waits until the bridge has handled everything that the temple published. */
  async waitUntilHandled(temple: RawTemple): Promise<void> {
    const { seq } = temple;
    await temple.act({ act: "returned", slot: "h", num: 1 });
    await vi.waitFor(() => {
      const acks = temple.payloads("down/ack");
      if (!acks.some((ack) => typeof ack === "object" && ack !== null && "seq" in ack && ack.seq === seq))
        throw new Error("the act has no ack yet");
    }, WAIT);
  }

  /** Removes the temples and players of a test. */
  async clear(): Promise<void> {
    for (const cleanUp of this.#cleanups.splice(0)) await cleanUp();
  }

  async close(): Promise<void> {
    await this.#close();
  }
}
