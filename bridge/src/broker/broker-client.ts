import { sumUp } from "@flower-war/protocol/log";
import { type Random, randomHex, sleep, type Time } from "@flower-war/protocol/ports";
import { sendAtOnce } from "@flower-war/protocol/sockets";
import {
  FILTERS,
  formatBridgeNotice,
  formatTopic,
  isRetained,
  parseTopic,
  type Topic,
} from "@flower-war/protocol/temple";
import { connect, type IClientOptions, type IClientPublishOptions, MqttClient } from "mqtt";
import type { Logger } from "../log.ts";
import { brokerConnected, messagesReceived, messagesSent } from "../metrics.ts";
import type { BrokerPort, HomeBrokerPort, IncomingMessage, OtherMessage } from "./broker-port.ts";
import type { EmbeddedBroker } from "./embedded-broker.ts";

export interface BrokerClientOptions {
  readonly bridgeId: string;
  /** A broker's URL with user and password inside, or the embedded broker. */
  readonly broker: string | EmbeddedBroker;
  /** The CA certificates to trust for an `mqtts://` broker, as PEM. Default, or `null`: the system's. */
  readonly ca?: string | null;
  readonly log: Logger;
  readonly time: Time;
  readonly random: Random;
  /** ms between attempts to connect. Default 2,000. */
  readonly retry?: number;
}

/** s after which an MQTT 5 broker discards an undelivered message, by channel (section 12). */
const EXPIRY: { readonly [channel: string]: number } = { ack: 30, cmd: 60 };

/** Error codes for a protocol version that the broker does not support: MQTT 3.1.1, 3.2.2.3; MQTT 5, 3.2.2.2. */
const UNSUPPORTED_VERSION: readonly unknown[] = [1, 0x84];

/** ms to wait for the broker to acknowledge the last notice. */
const GOODBYE_TIMEOUT = 1_000;

/**
 * The bridge's connection to the broker: last will, retained notice (`_bridge/<id>`), subscription, and publishing with
 * the QoS and RETAIN of each topic. It reconnects until it is stopped and logs each kind of failure once.
 *
 * It speaks MQTT 5 with an external broker, and 3.1.1 with one that supports no more and with the embedded broker.
 */
export class BrokerClient implements BrokerPort, HomeBrokerPort {
  readonly #options: BrokerClientOptions;
  /** The notice's `start`: new for each client (section 3). */
  readonly #startId: string;
  #client: MqttClient | null = null;
  #messageListener: (message: IncomingMessage) => void = () => {};
  #connectListener: () => void = () => {};
  #otherFilters: readonly string[] = [];
  #otherListener: (name: string, message: OtherMessage) => void = () => {};
  /** The code of the failure logged last, `""` while connected. */
  #lastFailure = "";

  constructor(options: BrokerClientOptions) {
    this.#options = options;
    this.#startId = randomHex(options.random, 4);
  }

  onMessage(listener: (message: IncomingMessage) => void): void {
    this.#messageListener = listener;
  }

  onConnected(listener: () => void): void {
    this.#connectListener = listener;
  }

  subscribe(filters: readonly string[], listener: (name: string, message: OtherMessage) => void): void {
    this.#otherFilters = filters;
    this.#otherListener = listener;
  }

  start(): void {
    const { broker } = this.#options;
    this.#client =
      typeof broker === "string"
        ? connect(broker, this.#connectOptions())
        : new MqttClient(() => broker.connect(), {
            ...this.#connectOptions(),
            username: broker.username,
            password: broker.password,
            protocolVersion: 4,
          });
    this.#client.on("connect", () => this.#handleConnect());
    this.#client.on("message", (name, payload, { retain }) => this.#handleMessage(name, payload, retain));
    this.#client.on("packetreceive", (packet) => {
      // mqtt.js reads the id -1 of a truncated packet, and throws an uncaught error when it writes the answer.
      if (packet.messageId !== undefined && packet.messageId < 0) packet.messageId = 0;
    });
    this.#client.on("error", (error: Error & { code?: unknown }) => {
      if (this.#fallBackToVersion4(error.code)) return;
      const code = typeof error.code === "number" ? "mqtt-refused" : "mqtt-unreachable";
      this.#logFailure(code, error.message === "" ? String(error.code) : error.message);
    });
    this.#client.on("close", () => {
      brokerConnected.set(0);
      if (this.#lastFailure === "") this.#logFailure("mqtt-lost", "the connection was closed");
    });
  }

  /** Publishes that the bridge goes offline, and disconnects. */
  async stop(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    if (client === null) return;
    client.removeAllListeners("message");
    client.on("error", () => {});
    this.#lastFailure = "stopped";
    if (client.connected) {
      const published = client.publishAsync(...this.#notice(false)).catch(() => {});
      const timeout = sleep(this.#options.time, GOODBYE_TIMEOUT, undefined, { background: true });
      await Promise.race([published, timeout]);
    }
    await client.endAsync(!client.connected);
  }

  /**
   * Publishes a message, or drops it while there is no connection: after a reconnect every display is published again,
   * and a temple reports again what was not judged.
   */
  publish(topic: Topic, payload: string): void {
    if (this.#client?.connected !== true) return;
    if (topic.to === "down") messagesSent.inc({ channel: topic.channel });
    const expiry = "channel" in topic ? EXPIRY[topic.channel] : undefined;
    const properties = expiry === undefined ? {} : { messageExpiryInterval: expiry };
    this.#send(formatTopic(topic), payload, { qos: 1, retain: isRetained(topic), properties });
  }

  publishRetained(name: string, payload: string): void {
    if (this.#client?.connected === true) this.#send(name, payload, { qos: 1, retain: true });
  }

  publishEvent(name: string, payload: string): void {
    if (this.#client?.connected === true) this.#send(name, payload, { qos: 1, retain: false });
  }

  #send(name: string, payload: string, options: IClientPublishOptions): void {
    this.#client?.publish(name, payload, options, (error) => {
      // A lost connection is logged by the `close` listener.
      if (error && "code" in error) {
        const fields = { code: "publish-refused", topic: name, reason: error.message };
        this.#options.log.warn(sumUp(fields), "publish refused by the MQTT broker");
      }
    });
  }

  #connectOptions(): IClientOptions {
    const [topic, payload, { qos, retain }] = this.#notice(false);
    const { bridgeId, ca, retry = 2_000 } = this.#options;
    return {
      ...(ca && { ca }),
      protocolVersion: 5,
      properties: { sessionExpiryInterval: 0, userProperties: { v: "1" } },
      clientId: bridgeId,
      clean: true,
      keepalive: 20,
      reconnectPeriod: retry,
      reconnectOnConnackError: true,
      resubscribe: false,
      will: { topic, payload: Buffer.from(payload), qos, retain },
    };
  }

  #notice(online: boolean) {
    const { bridgeId } = this.#options;
    const payload = formatBridgeNotice({ online, id: bridgeId, start: this.#startId });
    return [formatTopic({ to: "bridge", bridgeId }), payload, { qos: 1, retain: true }] as const;
  }

  #handleConnect(): void {
    const client = this.#client;
    sendAtOnce(client?.stream);
    client?.subscribe(FILTERS.allTemples, { qos: 1 }, (error) => {
      if (error) {
        this.#logFailure("mqtt-refused", error.message);
        client.stream.destroy();
        return;
      }
      this.#lastFailure = "";
      brokerConnected.set(1);
      this.#options.log.info("connected to the MQTT broker");
    });
    for (const filter of this.#otherFilters) {
      client?.subscribe(filter, { qos: 1 }, (error) => {
        if (error)
          this.#options.log.warn(
            { code: "subscribe-refused", filter },
            "subscription refused by the MQTT broker",
          );
      });
    }
    client?.publish(...this.#notice(true));
    this.#connectListener();
  }

  #handleMessage(name: string, payload: Buffer, retained: boolean): void {
    const topic = parseTopic(name);
    if (topic === null) return this.#otherListener(name, { payload, retained });
    if (topic.to !== "up") return;
    messagesReceived.inc({ channel: topic.channel });
    this.#messageListener({ ...topic, payload, retained });
  }

  /** Switches to MQTT 3.1.1 if the error says that the broker does not support version 5; returns whether it did. */
  #fallBackToVersion4(code: unknown): boolean {
    const options = this.#client?.options;
    if (options?.protocolVersion !== 5 || !UNSUPPORTED_VERSION.includes(code)) return false;
    options.protocolVersion = 4;
    this.#lastFailure = "mqtt-version";
    return true;
  }

  /** Logs a failure unless the last one had the same code: each retry would repeat it. */
  #logFailure(code: string, reason: string): void {
    if (code === this.#lastFailure) return;
    this.#lastFailure = code;
    this.#options.log.error({ code, reason }, "MQTT connection failed, retrying");
  }
}
