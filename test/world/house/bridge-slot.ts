import { pino } from "pino";
import { Bridge } from "../../../bridge/src/bridge.ts";
import { BrokerClient } from "../../../bridge/src/broker/broker-client.ts";
import { startEmbeddedBroker } from "../../../bridge/src/broker/embedded-broker.ts";
import { ServerConnection } from "../../../bridge/src/server-connection.ts";
import { SimulatedProcess } from "../kernel/simulated-process.ts";
import type { Simulation } from "../kernel/simulation.ts";

/** Where temples reach the broker. */
export const BROKER = { address: "10.0.2.1", port: 1883 } as const;
const BRIDGE_ID = "bridge-1";

/** What a bridge needs of its house. */
export interface BridgeHost {
  readonly simulation: Simulation;
  readonly settings: { readonly bridgeToken: string };
  readonly servers: readonly { readonly operatorUrl: string }[];
}

/** The place of the house's bridge, with the broker that it embeds: it can be killed and started there, each time as a new process. */
export class BridgeSlot {
  readonly #house: BridgeHost;
  /** `null`: none runs. */
  process: SimulatedProcess | null = null;

  constructor(house: BridgeHost) {
    this.#house = house;
  }

  async start(): Promise<void> {
    if (this.process !== null) return;
    const process = new SimulatedProcess("bridge", BROKER.address, this.#house.simulation);
    this.process = process;
    await Promise.race([process.run(() => this.#open(process)), process.ended]);
  }

  kill(): void {
    this.process?.kill();
    this.process = null;
  }

  async #open({ time, random }: SimulatedProcess): Promise<void> {
    const { servers, settings } = this.#house;
    const system = { log: pino({ level: "silent" }), time, random };
    const server = new ServerConnection({
      ...system,
      operatorUrls: servers.map(({ operatorUrl }) => operatorUrl),
      bridgeId: BRIDGE_ID,
      token: settings.bridgeToken,
    });
    const broker = await startEmbeddedBroker({
      ...system,
      host: BROKER.address,
      port: BROKER.port,
      bridgeId: BRIDGE_ID,
      verify: async (templeId, secret) => (await server.request("verify", { templeId, secret })).ok,
    });
    server.on("revoked", ({ templeId }) => broker.disconnect(templeId));
    const client = new BrokerClient({ ...system, bridgeId: BRIDGE_ID, broker });
    new Bridge({ ...system, broker: client, server }).start();
    server.start();
    client.start();
  }
}
