import { pino } from "pino";
import { vi } from "vitest";
import { admitTemple } from "../../../cli/src/mosquitto.ts";
import { MosquittoProcess } from "../../../test/support/mosquitto.ts";
import { Bridge } from "../../src/bridge.ts";
import { openBroker } from "../../src/broker.ts";
import { Mqtt, type MqttOptions } from "../../src/mqtt.ts";
import { FakeServer } from "./fake-server.ts";
import { RawTemple, WAIT } from "./raw-temple.ts";

export const TEMPLE = "templo-1";
export const SECRET = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";
export const log = pino({ level: process.env.LOG_LEVEL ?? "silent" });

export interface WorldOptions {
  /** Whether the temple is bound to the match. */
  readonly bound?: boolean;
  readonly silence?: number;
  readonly connectTimeout?: number;
}

/** The broker that worlds have: the embedded one, or a real Mosquitto with the tree's configuration. */
export const brokers: { kind: "embedded" | "mosquitto" } = { kind: "embedded" };

/** A broker that is open, and how the bridge connects to it. */
interface OpenBroker {
  readonly port: number;
  readonly forBridge: MqttOptions["broker"];
  /** Makes sure that it knows a temple. */
  admit(templeId: string, secret: string): Promise<void>;
  /** Cuts a temple off. A broker somewhere else is not the bridge's to do that at. */
  drop(templeId: string): void;
  close(): Promise<void>;
}

async function openMosquitto(): Promise<OpenBroker> {
  const mosquitto = await MosquittoProcess.start((folder) => admitTemple(folder, TEMPLE, SECRET));
  return {
    port: mosquitto.port,
    forBridge: mosquitto.url,
    admit: async (templeId, secret) => {
      if (templeId !== TEMPLE) await mosquitto.admit(templeId, secret);
    },
    drop: () => {
      throw new Error("Mosquitto cuts nobody off for the bridge");
    },
    close: () => mosquitto.stop(),
  };
}

async function openEmbedded(server: FakeServer, connectTimeout: number): Promise<OpenBroker> {
  const broker = await openBroker({
    host: "127.0.0.1",
    port: 0,
    bridgeId: "bridge-1",
    verify: async (templeId, secret) => (await server.request("verify", { templeId, secret })).ok,
    log,
    connectTimeout,
  });
  // It asks the server.
  return {
    port: broker.port,
    forBridge: broker,
    admit: async () => {},
    drop: (templeId) => broker.drop(templeId),
    close: () => broker.close(),
  };
}

/** A broker, a bridge and a referee: all in this process, but for a real Mosquitto. */
export class World {
  readonly server: FakeServer;
  readonly broker: OpenBroker;
  readonly #mqtt: Mqtt;
  readonly #bridge: Bridge;
  readonly #temples: RawTemple[] = [];

  private constructor(server: FakeServer, broker: OpenBroker, silence?: number) {
    this.server = server;
    this.broker = broker;
    this.#mqtt = new Mqtt({ bridgeId: "bridge-1", broker: broker.forBridge, log });
    this.#bridge = new Bridge({
      mqtt: this.#mqtt,
      link: server,
      log,
      retry: 50,
      ...(silence === undefined ? {} : { silence }),
    });
  }

  static async open({ bound = true, silence, connectTimeout = 10_000 }: WorldOptions = {}): Promise<World> {
    const server = new FakeServer();
    server.secrets.set(TEMPLE, SECRET);
    if (!bound) server.table = null;
    const broker =
      brokers.kind === "mosquitto" ? await openMosquitto() : await openEmbedded(server, connectTimeout);
    const world = new World(server, broker, silence);
    world.#bridge.start();
    world.#mqtt.start();
    return world;
  }

  /** Another temple of the same world. */
  async connect(id = TEMPLE, secret = SECRET): Promise<RawTemple> {
    await this.broker.admit(id, secret);
    const temple = await RawTemple.connect(this.broker.port, id, secret);
    this.#temples.push(temple);
    return temple;
  }

  /** A temple that has told its birth, state 0/0, conn 1, seq 0. */
  async born(): Promise<RawTemple> {
    const temple = await this.connect();
    await temple.state("0/0");
    await this.counted(temple);
    return temple;
  }

  /** Waits until the bridge has taken in everything that the temple said. */
  async counted(temple: RawTemple): Promise<void> {
    await vi.waitFor(() => {
      const seq = this.server.ledgers.get(temple.id)?.seq;
      if (seq !== temple.seq - 1) throw new Error(`seq ${seq} of ${temple.seq - 1} was counted`);
    }, WAIT);
  }

  async close(): Promise<void> {
    for (const temple of this.#temples) await temple.close();
    this.#bridge.stop();
    await this.#mqtt.stop();
    await this.broker.close();
  }
}
