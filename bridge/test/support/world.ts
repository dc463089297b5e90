import { sendAtOnce } from "@flower-war/protocol/sockets";
import { connectAsync, type MqttClient } from "mqtt";
import { vi } from "vitest";
import { Bridge } from "../../src/bridge.ts";
import { BrokerClient } from "../../src/broker/broker-client.ts";
import { openTestBroker, type TestBroker, waitUntilSubscribed } from "./brokers.ts";
import { FakeServer } from "./fake-server.ts";
import { log } from "./log.ts";
import { RawTemple, WAIT } from "./raw-temple.ts";
import { skip, system } from "./system.ts";

export const TEMPLE = "templo-1";
export const SECRET = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";

export type HomeMode = "show" | "remove" | "off";

export interface WorldOptions {
  /** Whether the temple is bound to the match. */
  readonly bound?: boolean;
  readonly silence?: number;
  readonly connectTimeout?: number;
  /** ms between two times that the bridge tries again what failed, and asks a temple in doubt. Default: 50. */
  readonly retry?: number;
  /** Home Assistant's prefix and password; the bridge shows the temples there. */
  readonly home?: { readonly prefix: string; readonly password: string };
  /** Default: `show`. `off`: the broker admits Home Assistant, the bridge knows nothing of it. */
  readonly homeMode?: HomeMode;
}

/** A broker, a bridge and a fake server, all in this process except a real Mosquitto. */
export class World {
  readonly server: FakeServer;
  readonly broker: TestBroker;
  readonly #options: WorldOptions;
  #client: BrokerClient;
  #bridge: Bridge;
  readonly #temples: RawTemple[] = [];
  readonly #skipped = { ms: 0 };
  readonly #raw: MqttClient[] = [];

  private constructor(server: FakeServer, broker: TestBroker, options: WorldOptions) {
    this.server = server;
    this.broker = broker;
    this.#options = options;
    [this.#client, this.#bridge] = this.#createBridge(options.homeMode);
  }

  #createBridge(homeMode: HomeMode = "show"): [BrokerClient, Bridge] {
    const { silence, home, retry = 50 } = this.#options;
    const { server } = this;
    const client = new BrokerClient({ bridgeId: "bridge-1", broker: this.broker.forBridge, log, ...system });
    const shown = home && homeMode !== "off" && { broker: client, mode: homeMode, prefix: home.prefix };
    const bridge = new Bridge({
      broker: client,
      server,
      log,
      ...system,
      time: skip(system.time, this.#skipped),
      retry,
      renew: 50,
      ...(silence === undefined ? {} : { silence }),
      ...(shown && { home: { ...shown, interval: 20, enrolment: 50 } }),
    });
    return [client, bridge];
  }

  /** Stops the bridge, and starts another one that does this with Home Assistant. */
  async restartBridge(homeMode: HomeMode): Promise<void> {
    this.#bridge.stop();
    await this.#client.stop();
    [this.#client, this.#bridge] = this.#createBridge(homeMode);
    await this.#start();
  }

  async #start(): Promise<void> {
    this.#bridge.start();
    this.#client.start();
    await waitUntilSubscribed();
  }

  static async open(options: WorldOptions = {}): Promise<World> {
    const { bound = true, connectTimeout = 10_000, home } = options;
    const server = new FakeServer();
    server.secrets.set(TEMPLE, SECRET);
    if (!bound) server.table = null;
    const broker = await openTestBroker({
      verify: async (templeId, secret) => (await server.request("verify", { templeId, secret })).ok,
      temples: [[TEMPLE, SECRET]],
      connectTimeout,
      ...(home && { home }),
    });
    const world = new World(server, broker, options);
    await world.#start();
    return world;
  }

  /** Puts the bridge's clock forward. */
  pass(ms: number): void {
    this.#skipped.ms += ms;
  }

  /** Connects a temple that has published nothing yet. */
  async connect(id = TEMPLE, secret = SECRET): Promise<RawTemple> {
    await this.broker.admit(id, secret);
    const temple = await RawTemple.connect(this.broker.port, id, secret);
    this.#temples.push(temple);
    return temple;
  }

  /** Connects with a temple's login, in place of who is there, to do what no temple should. */
  async connectRaw(): Promise<MqttClient> {
    const login = { clientId: TEMPLE, username: TEMPLE, password: SECRET, reconnectPeriod: 0 };
    const client = await connectAsync(`mqtt://127.0.0.1:${this.broker.port}`, login, false);
    sendAtOnce(client.stream);
    this.#raw.push(client);
    return client;
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
    for (const client of this.#raw) await client.endAsync(true);
    for (const temple of this.#temples) await temple.close();
    this.#bridge.stop();
    await this.#client.stop();
    await this.broker.close();
  }
}
