import { vi } from "vitest";
import { Bridge } from "../../src/bridge.ts";
import { BrokerClient } from "../../src/broker/broker-client.ts";
import { type TestBroker, openTestBroker } from "./brokers.ts";
import { FakeServer } from "./fake-server.ts";
import { log } from "./log.ts";
import { RawTemple, WAIT } from "./raw-temple.ts";
import { system } from "./system.ts";

export const TEMPLE = "templo-1";
export const SECRET = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";

export interface WorldOptions {
  /** Whether the temple is bound to the match. */
  readonly bound?: boolean;
  readonly silence?: number;
  readonly connectTimeout?: number;
}

/** A broker, a bridge and a fake server, all in this process except a real Mosquitto. */
export class World {
  readonly server: FakeServer;
  readonly broker: TestBroker;
  readonly #client: BrokerClient;
  readonly #bridge: Bridge;
  readonly #temples: RawTemple[] = [];

  private constructor(server: FakeServer, broker: TestBroker, silence?: number) {
    this.server = server;
    this.broker = broker;
    this.#client = new BrokerClient({ bridgeId: "bridge-1", broker: broker.forBridge, log, ...system });
    this.#bridge = new Bridge({
      broker: this.#client,
      server,
      log,
      ...system,
      retry: 50,
      renew: 50,
      ...(silence === undefined ? {} : { silence }),
    });
  }

  static async open({ bound = true, silence, connectTimeout = 10_000 }: WorldOptions = {}): Promise<World> {
    const server = new FakeServer();
    server.secrets.set(TEMPLE, SECRET);
    if (!bound) server.table = null;
    const broker = await openTestBroker({
      verify: async (templeId, secret) => (await server.request("verify", { templeId, secret })).ok,
      temples: [[TEMPLE, SECRET]],
      connectTimeout,
    });
    const world = new World(server, broker, silence);
    world.#bridge.start();
    world.#client.start();
    return world;
  }

  /** Connects a temple that has published nothing yet. */
  async connect(id = TEMPLE, secret = SECRET): Promise<RawTemple> {
    await this.broker.admit(id, secret);
    const temple = await RawTemple.connect(this.broker.port, id, secret);
    this.#temples.push(temple);
    return temple;
  }

  /** Connects a temple that has published its birth: state 0/0, conn 1, seq 0. */
  async connectOnline(): Promise<RawTemple> {
    const temple = await this.connect();
    await temple.state("0/0");
    await this.waitUntilCounted(temple);
    return temple;
  }

  /** Waits until the bridge has counted everything that the temple published. */
  async waitUntilCounted(temple: RawTemple): Promise<void> {
    await vi.waitFor(() => {
      const seq = this.server.ledgers.get(temple.id)?.seq;
      if (seq !== temple.seq - 1) throw new Error(`seq ${seq} of ${temple.seq - 1} was counted`);
    }, WAIT);
  }

  async close(): Promise<void> {
    for (const temple of this.#temples) await temple.close();
    this.#bridge.stop();
    await this.#client.stop();
    await this.broker.close();
  }
}
