import { onTestFinished } from "vitest";
import { BRIDGE_BUNDLE } from "./builds.ts";
import { Program } from "../../bridge/test/support/process.ts";
import { addBridge } from "../../cli/src/mosquitto.ts";
import { SECRETS } from "../../server/test/support/process.ts";
import { BundledServer } from "./faults/bundled-server.ts";
import { MosquittoProcess } from "./mosquitto.ts";
import { freePort } from "./programs.ts";
import { makeTempFolder } from "./temp-folder.ts";

/** `embedded`: one bridge has the broker in it. `mosquitto`: two bridges at one Mosquitto. */
export type StormBroker = "embedded" | "mosquitto";

/** A server, one or two bridges and a broker, which are killed and started again on the same ports. */
export class StormFleet {
  readonly server: BundledServer;
  readonly operatorUrl: string;
  mqttPort = 0;
  #mosquitto: MosquittoProcess | null = null;
  readonly #bridges = new Map<string, Program>();

  /** Starts the server. All end with the test. */
  static async start(): Promise<StormFleet> {
    const operatorPort = await freePort();
    const server = new BundledServer(await freePort(), makeTempFolder(), {
      OPERATOR_PORT: String(operatorPort),
    });
    const fleet = new StormFleet(server, `http://127.0.0.1:${operatorPort}`);
    onTestFinished(() => fleet.#end());
    await server.start();
    return fleet;
  }

  private constructor(server: BundledServer, operatorUrl: string) {
    this.server = server;
    this.operatorUrl = operatorUrl;
  }

  /** Starts the broker, which admits these temples by their secrets, and the bridges. */
  async open(broker: StormBroker, secrets: ReadonlyMap<string, string>): Promise<void> {
    if (broker === "mosquitto") {
      this.#mosquitto = await MosquittoProcess.start({
        temples: secrets,
        admit: (folder) => addBridge(folder, "bridge-2", "password-of-bridge-2"),
      });
    }
    this.mqttPort = this.#mosquitto?.port ?? (await freePort());
    const ids = this.#mosquitto ? ["bridge-1", "bridge-2"] : ["bridge-1"];
    await Promise.all(ids.map((id) => this.startBridge(id)));
  }

  get bridgeIds(): readonly string[] {
    return [...this.#bridges.keys()];
  }

  async startBridge(id: string): Promise<void> {
    const url = `mqtt://${id}:password-of-${id}@127.0.0.1:${this.mqttPort}`;
    const bridge = new Program(BRIDGE_BUNDLE, [], {
      OPERATOR_URL: this.operatorUrl,
      BRIDGE_TOKEN: SECRETS.BRIDGE_TOKEN,
      BRIDGE_ID: id,
      LOG_LEVEL: "error",
      MQTT_SOCKETS_PER_ADDRESS: "100000",
      ...(this.#mosquitto ? { MQTT_URL: url } : { MQTT_PORT: String(this.mqttPort) }),
    });
    this.#bridges.set(id, bridge);
    await bridge.ready();
  }

  async killBridge(id: string): Promise<void> {
    await this.#bridges.get(id)?.kill();
  }

  /** Kills Mosquitto; the embedded broker dies with its bridge. */
  async killBroker(): Promise<void> {
    await this.#mosquitto?.kill();
  }

  async startBroker(): Promise<void> {
    await this.#mosquitto?.restart();
  }

  async #end(): Promise<void> {
    await Promise.all([...this.#bridges.values()].map((bridge) => bridge.kill()));
    await this.#mosquitto?.stop();
    await this.server.kill();
  }
}
