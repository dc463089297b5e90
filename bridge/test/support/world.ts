import { vi } from "vitest";
import { Bridge } from "../../src/bridge.ts";
import { Mqtt } from "../../src/mqtt.ts";
import { type OpenBroker, openSomeBroker } from "./brokers.ts";
import { FakeServer } from "./fake-server.ts";
import { log } from "./log.ts";
import { RawTemple, WAIT } from "./raw-temple.ts";

export const TEMPLE = "templo-1";
export const SECRET = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";

export interface WorldOptions {
  /** Whether the temple is bound to the match. */
  readonly bound?: boolean;
  readonly silence?: number;
  readonly connectTimeout?: number;
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
      renew: 50,
      ...(silence === undefined ? {} : { silence }),
    });
  }

  static async open({ bound = true, silence, connectTimeout = 10_000 }: WorldOptions = {}): Promise<World> {
    const server = new FakeServer();
    server.secrets.set(TEMPLE, SECRET);
    if (!bound) server.table = null;
    const broker = await openSomeBroker({
      verify: async (templeId, secret) => (await server.request("verify", { templeId, secret })).ok,
      temples: [[TEMPLE, SECRET]],
      connectTimeout,
    });
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
