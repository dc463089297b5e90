import { pino } from "pino";
import { Bridge } from "../../../bridge/src/bridge.ts";
import { BrokerClient } from "../../../bridge/src/broker/broker-client.ts";
import {
  type EmbeddedBroker,
  type EmbeddedBrokerOptions,
  startEmbeddedBroker,
} from "../../../bridge/src/broker/embedded-broker.ts";
import { ServerConnection } from "../../../bridge/src/server-connection.ts";
import { SimulatedProcess } from "../kernel/simulated-process.ts";
import type { Simulation } from "../kernel/simulation.ts";

const LOG = pino({ level: "silent" });

/** Where a broker listens. */
export interface BrokerAddress {
  readonly address: string;
  readonly port: number;
}

/** What a bridge needs of its house. */
export interface BridgeHost {
  readonly simulation: Simulation;
  readonly settings: { readonly bridgeToken: string };
  readonly servers: readonly { readonly operatorUrl: string }[];
  /** Where temples reach the broker. */
  readonly broker: BrokerAddress;
}

/** The place of a bridge: it can be killed and started there, each time as a new process. The broker is the one that it embeds if it is at its address. */
export class BridgeSlot {
  readonly #house: BridgeHost;
  readonly #id: string;
  readonly #address: string;
  /** `null`: none runs. */
  process: SimulatedProcess | null = null;

  constructor(house: BridgeHost, number: number) {
    this.#house = house;
    this.#id = `bridge-${number}`;
    this.#address = `10.0.2.${number}`;
  }

  async start(): Promise<void> {
    if (this.process !== null) return;
    const process = new SimulatedProcess(this.#id, this.#address, this.#house.simulation);
    this.process = process;
    await Promise.race([process.run(() => this.#open(process)), process.ended]);
  }

  kill(): void {
    this.process?.kill();
    this.process = null;
  }

  async #open({ time, random }: SimulatedProcess): Promise<void> {
    const { servers, settings } = this.#house;
    const system = { log: LOG, time, random };
    const server = new ServerConnection({
      ...system,
      operatorUrls: servers.map(({ operatorUrl }) => operatorUrl),
      bridgeId: this.#id,
      token: settings.bridgeToken,
    });
    const { address, port } = this.#house.broker;
    const broker =
      address === this.#address
        ? await this.#embed(system, server)
        : `mqtt://${this.#id}:secret@${address}:${port}`;
    const client = new BrokerClient({ ...system, bridgeId: this.#id, broker });
    new Bridge({ ...system, broker: client, server }).start();
    server.start();
    client.start();
  }

  /** Starts the broker that the bridge embeds. */
  async #embed(
    system: Pick<EmbeddedBrokerOptions, "log" | "time" | "random">,
    server: ServerConnection,
  ): Promise<EmbeddedBroker> {
    const broker = await startEmbeddedBroker({
      ...system,
      host: this.#address,
      port: this.#house.broker.port,
      bridgeId: this.#id,
      verify: async (templeId, secret) => (await server.request("verify", { templeId, secret })).ok,
    });
    server.on("revoked", ({ templeId }) => broker.disconnect(templeId));
    return broker;
  }
}
