import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  FILTERS,
  formatBridgeNotice,
  formatTopic,
  isRetained,
  parseTopic,
  type Topic,
  type UpChannel,
} from "@flower-war/client-sdk/temple";
import { connect, type IClientOptions, MqttClient } from "mqtt";
import type { Broker } from "./broker.ts";
import type { Logger } from "./log.ts";
import { brokerConnected, messagesHeard, messagesSaid } from "./metrics.ts";

/** A message of a temple, as it came. */
export interface Heard {
  readonly templeId: string;
  readonly channel: UpChannel;
  readonly payload: Uint8Array;
  /** RETAIN=1: a copy that the broker kept, not news (T-2). */
  readonly retained: boolean;
}

/** What the duties need of the connection to the broker. */
export type MqttLine = Pick<Mqtt, "onHeard" | "onConnected" | "publish">;

export interface MqttOptions {
  readonly bridgeId: string;
  /** A broker's address with user and password inside, or the embedded broker. */
  readonly broker: string | Broker;
  /** The CAs that may vouch for a broker of `mqtts://`, as PEM; left out or `null`: those the system trusts. */
  readonly ca?: string | null;
  readonly log: Logger;
  /** ms between tries to connect. */
  readonly retry?: number;
}

/** s after which a broker that speaks MQTT 5 delivers a message no more (section 12). */
const EXPIRY: { readonly [channel: string]: number } = { ack: 30, cmd: 60 };

/** A broker's answer to a version that it does not speak: MQTT 3.1.1, 3.2.2.3; MQTT 5, 3.2.2.2. */
const UNKNOWN_VERSION: readonly unknown[] = [1, 0x84];

/** ms to wait for the broker to take our goodbye. */
const GOODBYE = 1_000;

/**
 * The bridge's one connection to the broker: its will, the notice that it is there (`_bridge/<id>`), its
 * subscription, and publishing as the topic table says. It keeps trying to connect, and says so in the log.
 *
 * It speaks MQTT 5 with a broker of somebody else, 3.1.1 with one that knows no better and with the embedded one.
 */
export class Mqtt {
  readonly #options: MqttOptions;
  readonly #start = randomBytes(4).toString("hex");
  #client: MqttClient | null = null;
  #heard: (message: Heard) => void = () => {};
  #connected: () => void = () => {};
  #fault = "";

  constructor(options: MqttOptions) {
    this.#options = options;
  }

  /** Whom to tell of every message; one listener. */
  onHeard(listener: (message: Heard) => void): void {
    this.#heard = listener;
  }

  /** Whom to tell that the connection is there (again); one listener. */
  onConnected(listener: () => void): void {
    this.#connected = listener;
  }

  start(): void {
    const { broker } = this.#options;
    this.#client =
      typeof broker === "string"
        ? connect(broker, this.#connectOptions())
        : new MqttClient(() => broker.connect(), {
            ...this.#connectOptions(),
            ...login(broker),
            protocolVersion: 4,
          });
    this.#client.on("connect", () => this.#welcome());
    this.#client.on("message", (name, payload, { retain }) => this.#hear(name, payload, retain));
    this.#client.on("error", (error: Error & { code?: unknown }) => {
      if (this.#speaksTooNew(error.code)) return;
      const code = typeof error.code === "number" ? "mqtt-refused" : "mqtt-unreachable";
      this.#trouble(code, error.message === "" ? String(error.code) : error.message);
    });
    this.#client.on("close", () => {
      brokerConnected.set(0);
      if (this.#fault === "") this.#trouble("mqtt-lost", "the connection was closed");
    });
  }

  /** Says goodbye and closes. */
  async stop(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    if (client === null) return;
    client.removeAllListeners("message");
    client.on("error", () => {});
    this.#fault = "stopped";
    if (client.connected) {
      const gone = client.publishAsync(...this.#notice(false)).catch(() => {});
      await Promise.race([gone, sleep(GOODBYE, null, { ref: false })]);
    }
    await client.endAsync(!client.connected);
  }

  /**
   * Publishes as the topic's kind asks for. What cannot be sent now is dropped: every display is published again when
   * the connection is back, and a temple asks again for what it missed.
   */
  publish(topic: Topic, payload: string): void {
    if (this.#client?.connected !== true) return;
    if (topic.to === "down") messagesSaid.inc({ channel: topic.channel });
    const expiry = "channel" in topic ? EXPIRY[topic.channel] : undefined;
    const properties = expiry === undefined ? {} : { messageExpiryInterval: expiry };
    const name = formatTopic(topic);
    this.#client.publish(name, payload, { qos: 1, retain: isRetained(topic), properties }, (error) => {
      // A lost connection is told of elsewhere.
      if (error && "code" in error) {
        const line = { code: "publish-refused", topic: name, reason: error.message };
        this.#options.log.warn(line, "the broker refused what the bridge says");
      }
    });
  }

  #connectOptions(): IClientOptions {
    const [topic, payload, { qos, retain }] = this.#notice(false);
    const { ca } = this.#options;
    return {
      ...(ca && { ca }),
      protocolVersion: 5,
      properties: { sessionExpiryInterval: 0, userProperties: { v: "1" } },
      clientId: this.#options.bridgeId,
      clean: true,
      keepalive: 20,
      reconnectPeriod: this.#options.retry ?? 2_000,
      reconnectOnConnackError: true,
      resubscribe: false,
      will: { topic, payload: Buffer.from(payload), qos, retain },
    };
  }

  #notice(online: boolean) {
    const id = this.#options.bridgeId;
    const payload = formatBridgeNotice({ online, id, start: this.#start });
    return [formatTopic({ to: "bridge", bridgeId: id }), payload, { qos: 1, retain: true }] as const;
  }

  #welcome(): void {
    const client = this.#client;
    client?.subscribe(FILTERS.allTemples, { qos: 1 }, (error) => {
      if (error) {
        this.#trouble("mqtt-refused", error.message);
        client.stream.destroy();
        return;
      }
      this.#fault = "";
      brokerConnected.set(1);
      this.#options.log.info("connected to the MQTT broker");
    });
    client?.publish(...this.#notice(true));
    this.#connected();
  }

  #hear(name: string, payload: Buffer, retained: boolean): void {
    const topic = parseTopic(name);
    if (topic?.to !== "up") return;
    messagesHeard.inc({ channel: topic.channel });
    this.#heard({ ...topic, payload, retained });
  }

  /** Whether the broker does not know MQTT 5: it is asked in 3.1.1 from now on. */
  #speaksTooNew(code: unknown): boolean {
    const options = this.#client?.options;
    if (options?.protocolVersion !== 5 || !UNKNOWN_VERSION.includes(code)) return false;
    options.protocolVersion = 4;
    this.#fault = "mqtt-version";
    return true;
  }

  /** Said once, not at every try. */
  #trouble(code: string, reason: string): void {
    if (code === this.#fault) return;
    this.#fault = code;
    this.#options.log.error({ code, reason }, "no connection to the MQTT broker; the bridge keeps trying");
  }
}

function login({ username, password }: Broker) {
  return { username, password };
}
