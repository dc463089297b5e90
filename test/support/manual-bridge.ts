import {
  type Display,
  FILTERS,
  formatBridgeNotice,
  formatDisplay,
  type OnlineState,
  parseState,
  parseTopic,
} from "@flower-war/protocol/temple";
import { sendAtOnce } from "@flower-war/protocol/sockets";
import { connectAsync, type MqttClient } from "mqtt";

/** A bridge for one temple that publishes only what a test tells it to. */
export class ManualBridge {
  readonly #client: MqttClient;
  readonly #templeId: string;
  /** The online states that the temple published. */
  readonly states: OnlineState[] = [];
  /** Everything that the temple published. */
  readonly messages: { channel: string; fields: Record<string, unknown> }[] = [];

  static async connect(url: string, templeId: string): Promise<ManualBridge> {
    const client = await connectAsync(url, { clientId: "bridge-1" });
    sendAtOnce(client.stream);
    const bridge = new ManualBridge(client, templeId);
    await bridge.#client.subscribeAsync(FILTERS.allTemples, { qos: 1 });
    return bridge;
  }

  private constructor(client: MqttClient, templeId: string) {
    this.#client = client;
    this.#templeId = templeId;
    client.on("message", (name, payload) => {
      const topic = parseTopic(name);
      if (topic?.to !== "up" || payload.length === 0) return;
      this.messages.push({ channel: topic.channel, fields: JSON.parse(payload.toString()) });
      const state = topic.channel === "state" ? parseState(payload).value : undefined;
      if (state?.online) this.states.push(state);
    });
  }

  async publish(channel: string, payload: string, retain = false): Promise<void> {
    const topic = `templo/v1/${this.#templeId}/down/${channel}`;
    await this.#client.publishAsync(topic, payload, { qos: 1, retain });
  }

  publishDisplay(display: Display): Promise<void> {
    return this.publish("display", formatDisplay(display), true);
  }

  async publishNotice(online: boolean): Promise<void> {
    const notice = formatBridgeNotice({ online, id: "bridge-1", start: "5be0c4d1" });
    await this.#client.publishAsync("templo/v1/_bridge/bridge-1", notice, { qos: 1, retain: true });
  }

  async close(): Promise<void> {
    await this.#client.endAsync(true);
  }
}
