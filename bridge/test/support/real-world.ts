import { FlowerWar, type Match } from "@flower-war/client-sdk";
import { enrol } from "@flower-war/client-sdk/temple";
import { flowerWar } from "@flower-war/rules/flower-war";
import { vi } from "vitest";
import { position } from "../../../rules/test/support/position.ts";
import { type RunningServer, startServer } from "../../../server/src/app.ts";
import { hostedFlowerWar } from "../../../server/src/games/flower-war/index.ts";
import { Bridge } from "../../src/bridge.ts";
import { ColyseusLink } from "../../src/colyseus-link.ts";
import { Mqtt } from "../../src/mqtt.ts";
import { type OpenBroker, openSomeBroker } from "./brokers.ts";
import { type HoldingProxy, openHoldingProxy } from "./holding-proxy.ts";
import { log } from "./log.ts";
import { RawTemple, WAIT } from "./raw-temple.ts";

/** What a match begins with: it awaits what east sacrifices. */
export interface Opening {
  readonly skulls: number;
}

/** Two players at a match that has just begun: Citlali is east and awaited, Xochitl sits opposite. */
export interface Players {
  readonly citlali: Match;
  readonly xochitl: Match;
}

/** The real server, its referee and judge included, with broker and bridge: all in this process, one a test file. */
export class RealWorld {
  /** Between bridge and server. */
  readonly proxy: HoldingProxy;
  /** Ends the bridge, and starts another when `whileAway` is done. */
  readonly restartBridge: (whileAway: () => Promise<void>) => Promise<void>;
  readonly #server: RunningServer;
  readonly #broker: OpenBroker;
  readonly #close: () => Promise<void>;
  readonly #opening: { skulls: number };
  readonly #left: (() => Promise<void>)[] = [];
  #temples = 0;

  private constructor(
    server: RunningServer,
    proxy: HoldingProxy,
    broker: OpenBroker,
    opening: { skulls: number },
    restartBridge: RealWorld["restartBridge"],
    close: () => Promise<void>,
  ) {
    this.restartBridge = restartBridge;
    this.#server = server;
    this.proxy = proxy;
    this.#broker = broker;
    this.#opening = opening;
    this.#close = close;
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
    const server = await startServer({ games: new Map([[flowerWar.name, hosted]]) });
    const proxy = await openHoldingProxy(server.port);
    const link = new ColyseusLink({
      serverUrl: proxy.url,
      bridgeId: "bridge-1",
      token: server.config.bridgeToken,
      log,
    });
    const broker = await openSomeBroker({
      verify: async (templeId, secret) => (await link.request("verify", { templeId, secret })).ok,
    });
    const openBridge = () => {
      const mqtt = new Mqtt({ bridgeId: "bridge-1", broker: broker.forBridge, log });
      const bridge = new Bridge({ mqtt, link, log });
      bridge.start();
      mqtt.start();
      return async () => {
        bridge.stop();
        await mqtt.stop();
      };
    };
    let closeBridge = openBridge();
    link.start();
    await vi.waitFor(() => {
      if (!link.isUp) throw new Error("the bridge is not connected");
    }, WAIT);
    const restart = async (whileAway: () => Promise<void>) => {
      await closeBridge();
      await whileAway();
      closeBridge = openBridge();
    };
    return new RealWorld(server, proxy, broker, opening, restart, async () => {
      await closeBridge();
      await link.stop();
      await broker.close();
      await proxy.close();
      await server.stop();
    });
  }

  /** A temple that was just enrolled, has told its birth (state 0/0, conn 1, seq 0) and shows a code. */
  async born(): Promise<RawTemple> {
    const temple = await this.enrolled();
    await temple.state("0/0");
    await temple.shows({ phase: "pairing" });
    return temple;
  }

  /** A temple that was just enrolled and is connected, and has said nothing yet. */
  async enrolled(): Promise<RawTemple> {
    this.#temples += 1;
    const { url, config } = this.#server;
    const { templeId, secret } = await enrol(url, config.adminPassword ?? "", `templo-${this.#temples}`);
    await this.#broker.admit(templeId, secret);
    const temple = await RawTemple.connect(this.#broker.port, templeId, secret);
    this.#left.push(() => temple.close());
    temple.stamp = null;
    return temple;
  }

  async match({ skulls }: Opening = { skulls: 3 }): Promise<Players> {
    this.#opening.skulls = skulls;
    const host = new FlowerWar(this.#server.url);
    const citlali = await host.create({ game: "flower-war", seats: 2, private: true, name: "Citlali" });
    const xochitl = await host.join(citlali.code, { name: "Xochitl" });
    this.#left.push(
      () => citlali.leave(),
      () => xochitl.leave(),
    );
    return { citlali, xochitl };
  }

  /** The player enters the temple's code; the temple stamps with the mark that it is shown then, at base 0/0. */
  async pair(temple: RawTemple, player: Match): Promise<void> {
    const { code } = temple.display() ?? {};
    await player.pairTemple(String(code));
    await temple.shows({ phase: "playing", match: player.code });
    temple.stamp = { mark: String(temple.display()?.["mark"]), base: { h: 0, t: 0 } };
  }

  /** Waits until the bridge has taken in everything that the temple said. */
  async heard(temple: RawTemple): Promise<void> {
    const { seq } = temple;
    await temple.act({ act: "returned", slot: "h", num: 1 });
    await vi.waitFor(() => {
      const acks = temple.payloads("down/ack");
      if (!acks.some((ack) => typeof ack === "object" && ack !== null && "seq" in ack && ack.seq === seq))
        throw new Error("the button has no answer yet");
    }, WAIT);
  }

  /** Everybody who came in a test goes. */
  async clear(): Promise<void> {
    for (const leave of this.#left.splice(0)) await leave();
  }

  async close(): Promise<void> {
    await this.#close();
  }
}
