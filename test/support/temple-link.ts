import { formatTopic, type Topic, type UpChannel } from "@flower-war/protocol/temple";
import { sendAtOnce } from "@flower-war/protocol/sockets";
import { connectAsync, type MqttClient } from "mqtt";
import type { BrokerClient } from "../../bridge/src/broker/broker-client.ts";
import type { BrokerPort } from "../../bridge/src/broker/broker-port.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** A message of the bridge that has reached the temple. */
export interface DownMessage {
  readonly channel: string;
  readonly payload: Buffer;
  readonly retained: boolean;
}

/** What happens to messages. */
export interface LinkFaults {
  /** Probability that a message is lost, from 0 to 1. */
  readonly loss: number;
  /** Probability that a message arrives 2 to 5 times, from 0 to 1. */
  readonly duplication: number;
  /** ms by which a message is delayed at most: later ones overtake it. */
  readonly maxDelay: number;
}

export const NO_FAULTS: LinkFaults = { loss: 0, duplication: 0, maxDelay: 0 };

/** The network between one temple and its bridge. Without faults until `setFaults`. */
export interface TempleLink {
  /** The bridge's side. */
  readonly broker: BrokerPort;
  /** Connects or disconnects the temple. What it publishes while disconnected is lost. */
  setConnected(connected: boolean): Promise<void>;
  /** Publishes a message of the temple. */
  publish(channel: UpChannel, payload: string): void;
  /** Sets the listener for what reaches the temple. */
  onMessage(listener: (message: DownMessage) => void): void;
  /** Sends a bridge that has just started what the broker retains. */
  sendRetained(): void;
  setFaults(faults: LinkFaults): void;
  close(): Promise<void>;
}

/** Delivers a message with these faults: never, or up to five times, each time with another delay. */
function deliverWith(faults: LinkFaults, random: SeededRandom, deliver: () => void): void {
  if (random.happens(faults.loss)) return;
  const copies = random.happens(faults.duplication) ? 2 + random.below(4) : 1;
  for (let copy = 0; copy < copies; copy += 1) {
    const delay = random.below(faults.maxDelay + 1);
    if (delay === 0) deliver();
    else setTimeout(deliver, delay);
  }
}

/** A broker in memory; its delays follow fake timers too. */
export class MemoryLink implements TempleLink {
  readonly broker: BrokerPort;
  readonly #templeId: string;
  readonly #random: SeededRandom;
  #faults = NO_FAULTS;
  #connected = false;
  #toBridge: Parameters<BrokerPort["onMessage"]>[0] = () => {};
  #toTemple: (message: DownMessage) => void = () => {};
  #retainedState: Buffer | null = null;
  #retainedDisplay: Buffer | null = null;

  constructor(templeId: string, random: SeededRandom) {
    this.#templeId = templeId;
    this.#random = random;
    this.broker = {
      onMessage: (listener) => {
        this.#toBridge = listener;
      },
      onConnected: () => {},
      publish: (topic: Topic, payload: string) => this.#publishDown(topic, Buffer.from(payload)),
    };
  }

  async setConnected(connected: boolean): Promise<void> {
    this.#connected = connected;
    if (connected && this.#retainedDisplay)
      this.#toTemple({ channel: "display", payload: this.#retainedDisplay, retained: true });
  }

  publish(channel: UpChannel, text: string): void {
    if (!this.#connected) return;
    const payload = Buffer.from(text);
    deliverWith(this.#faults, this.#random, () => {
      if (channel === "state") this.#retainedState = payload;
      this.#toBridge({ templeId: this.#templeId, channel, payload, retained: false });
    });
  }

  onMessage(listener: (message: DownMessage) => void): void {
    this.#toTemple = listener;
  }

  sendRetained(): void {
    const payload = this.#retainedState;
    if (payload === null) return;
    this.#toBridge({ templeId: this.#templeId, channel: "state", payload, retained: true });
  }

  setFaults(faults: LinkFaults): void {
    this.#faults = faults;
  }

  async close(): Promise<void> {}

  #publishDown(topic: Topic, payload: Buffer): void {
    if (topic.to !== "down") return;
    if (topic.channel === "display") this.#retainedDisplay = payload;
    if (this.#connected && !this.#random.happens(this.#faults.loss)) {
      this.#toTemple({ channel: topic.channel, payload, retained: false });
    }
  }
}

/** A real broker, with the faults before it. */
export class BrokerLink implements TempleLink {
  readonly broker: BrokerClient;
  readonly #templeId: string;
  readonly #secret: string;
  readonly #port: number;
  readonly #random: SeededRandom;
  #faults = NO_FAULTS;
  #client: MqttClient | null = null;
  #toTemple: (message: DownMessage) => void = () => {};

  /** @param broker the bridge's client @param temple its login, and the broker's port */
  constructor(
    broker: BrokerClient,
    temple: { readonly id: string; readonly secret: string; readonly port: number },
    random: SeededRandom,
  ) {
    this.broker = broker;
    this.#templeId = temple.id;
    this.#secret = temple.secret;
    this.#port = temple.port;
    this.#random = random;
  }

  async setConnected(connected: boolean): Promise<void> {
    if (!connected) {
      this.#client?.stream.destroy();
      await this.#client?.endAsync(true).catch(() => {});
      this.#client = null;
      return;
    }
    if (this.#client !== null) return;
    const client = await connectAsync(`mqtt://127.0.0.1:${this.#port}`, {
      clientId: this.#templeId,
      username: this.#templeId,
      password: this.#secret,
      reconnectPeriod: 0,
    });
    sendAtOnce(client.stream);
    client.on("error", () => {});
    client.on("message", (name, payload, { retain }) => {
      this.#toTemple({ channel: name.split("/").at(-1) ?? "", payload, retained: retain });
    });
    this.#client = client;
    await client.subscribeAsync(`templo/v1/${this.#templeId}/down/#`, { qos: 1 });
  }

  publish(channel: UpChannel, payload: string): void {
    const name = formatTopic({ to: "up", templeId: this.#templeId, channel });
    const client = this.#client;
    deliverWith(this.#faults, this.#random, () => {
      if (client?.connected) client.publish(name, payload, { qos: 1, retain: channel === "state" }, () => {});
    });
  }

  onMessage(listener: (message: DownMessage) => void): void {
    this.#toTemple = listener;
  }

  sendRetained(): void {}

  setFaults(faults: LinkFaults): void {
    this.#faults = faults;
  }

  async close(): Promise<void> {
    await this.setConnected(false);
  }
}
