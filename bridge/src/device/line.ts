import { setTimeout as sleep } from "node:timers/promises";
import { FILTERS, formatTopic, isRetained, type Topic, type UpChannel } from "@flower-war/client-sdk/temple";
import { connect, type MqttClient } from "mqtt";

export interface LineOptions {
  readonly id: string;
  readonly secret: string;
  /** The broker, e.g. `mqtt://127.0.0.1:1883`. */
  readonly url: string;
  /** The CAs that may vouch for a broker of `mqtts://`, as PEM: these and no others. */
  readonly ca?: string;
  /** ms before the first try to come back, doubled each time; left out: as N-4 says. */
  readonly retry?: number;
}

/** Whom a line serves. */
export interface LineUser {
  /** The last will of the connection that is about to be made (N-1). */
  readonly will: () => string;
  /** The temple is connected and has subscribed. */
  readonly opened: () => void;
  readonly heard: (topic: string, payload: Uint8Array, retained: boolean) => void;
  readonly lost: () => void;
  /** `connection` or `refusal` may be another. */
  readonly changed: () => void;
}

/** `refused`: the broker does not accept user or password, or what the temple says (N-4). */
export type Connection = "connecting" | "connected" | "refused" | "closed";

/** N-4, in ms */
const RETRY = { first: 1_000, most: 60_000, refused: 60_000 };
/** ms to wait for the broker to take our goodbye. */
const GOODBYE = 1_000;
/** N-4: so many connections in a row that end right after a publish are a refusal. */
const CUTS = 3;
/**
 * s for which the broker is asked to keep the will back: short gaps of the Wi-Fi are nobody's business (section 12).
 * Mosquitto does; a broker that is strict need not, for our session ends with its connection, and with it every delay
 * (MQTT 5, 3.1.3.2.2): N-7.
 */
const WILL_DELAY = 10;
/** A CONNECT that is refused for its user or password: MQTT 3.1.1, 3.2.2.3; MQTT 5, 3.2.2.2. */
const NOT_LET_IN: readonly unknown[] = [4, 5, 0x86, 0x87];
/** A CONNECT that is refused for its version, in the same tables. */
const UNKNOWN_VERSION: readonly unknown[] = [1, 0x84];
/** A PUBLISH that the access list refuses (MQTT 5, 3.4.2.1). */
const NOT_AUTHORIZED = 0x87;

/** A temple's connection to its broker, as N-1, N-2 and N-4 say: in MQTT 5 where the broker has it, else in 3.1.1. */
export class Line {
  readonly #options: LineOptions;
  readonly #user: LineUser;
  #connection: Connection = "closed";
  #refusal: string | null = null;
  #version: 4 | 5 = 5;
  #client: MqttClient | null = null;
  #failures = 0;
  /** Publishes of this connection that the broker has not acknowledged, and those that it has. */
  #unheard = 0;
  #heard = 0;
  /** Connections in a row that ended right after a publish (N-4). */
  #cut = 0;
  #retry: NodeJS.Timeout | undefined;

  constructor(options: LineOptions, user: LineUser) {
    this.#options = options;
    this.#user = user;
  }

  get connection(): Connection {
    return this.#connection;
  }

  /**
   * Why the broker did not take the newest message, as MQTT 5 tells it; `null`: it took it, does not tell, or is being
   * asked anew.
   */
  get refusal(): string | null {
    return this.#refusal;
  }

  /** One client a connection: the will names the connection it is for (N-1), and nothing is kept for the next. */
  open(): void {
    this.#connection = "connecting";
    this.#unheard = 0;
    this.#heard = 0;
    if (this.#refusal !== null) this.#tellRefusal(null);
    const { id, secret, url, ca } = this.#options;
    const inFive = this.#version === 5;
    const client = connect(url, {
      ...(ca !== undefined && { ca }),
      protocolVersion: this.#version,
      ...(inFive && { properties: { sessionExpiryInterval: 0, userProperties: { v: "1" } } }),
      clientId: id,
      username: id,
      password: secret,
      clean: true,
      keepalive: 20,
      reconnectPeriod: 0,
      will: {
        topic: formatTopic({ to: "up", templeId: id, channel: "state" }),
        payload: Buffer.from(this.#user.will()),
        qos: 1,
        retain: true,
        ...(inFive && { properties: { willDelayInterval: WILL_DELAY } }),
      },
    });
    this.#client = client;
    client.on("connect", () => this.#welcome(client));
    client.on("message", (name, payload, { retain }) => this.#user.heard(name, payload, retain));
    client.on("error", (error: Error & { code?: unknown }) => {
      if (NOT_LET_IN.includes(error.code)) this.#connection = "refused";
      if (inFive && UNKNOWN_VERSION.includes(error.code)) this.#version = 4;
    });
    client.on("close", () => this.#lost(client, inFive && this.#version === 4));
  }

  /** Says something, if the broker is there. */
  publish(channel: UpChannel, payload: string): void {
    const client = this.#client;
    if (client?.connected !== true) return;
    const topic: Topic = { to: "up", templeId: this.#options.id, channel };
    this.#unheard += 1;
    client.publish(formatTopic(topic), payload, { qos: 1, retain: isRetained(topic) }, (error) => {
      if (this.#client !== client) return;
      if (error) return this.#refused(client, error);
      this.#unheard -= 1;
      this.#heard += 1;
      if (this.#refusal !== null) this.#tellRefusal(null);
    });
  }

  /** Says goodbye and leaves. */
  async close(goodbye: () => string): Promise<void> {
    clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = null;
    if (client?.connected === true) {
      const topic: Topic = { to: "up", templeId: this.#options.id, channel: "state" };
      const gone = client
        .publishAsync(formatTopic(topic), goodbye(), { qos: 1, retain: true })
        .catch(() => {});
      await Promise.race([gone, sleep(GOODBYE, null, { ref: false })]);
    }
    await client?.endAsync(true);
    this.#connection = "closed";
    this.#user.changed();
  }

  /** N-2: subscribe, then report at once; arrivals are handled in later turns of the loop. */
  #welcome(client: MqttClient): void {
    this.#connection = "connected";
    this.#failures = 0;
    client.subscribe([FILTERS.temple(this.#options.id), FILTERS.bridges], { qos: 1 });
    this.#user.opened();
  }

  /** MQTT 5 says why a message was not taken; a lost connection has no code. */
  #refused(client: MqttClient, error: Error & { code?: unknown }): void {
    if (typeof error.code !== "number") return;
    if (error.code === NOT_AUTHORIZED) {
      // N-4: as if it had been cut off.
      this.#connection = "refused";
      client.end(true);
    }
    this.#tellRefusal(error.message);
  }

  #tellRefusal(refusal: string | null): void {
    this.#refusal = refusal;
    this.#user.changed();
  }

  /**
   * N-4: comes back after 1, 2, 4 .. 60 s, each +-50 %.
   * @param again the broker was spoken to in a version that it does not know
   */
  #lost(client: MqttClient, again: boolean): void {
    if (this.#client !== client) return;
    client.end(true);
    if (again) return this.open();
    this.#cut = this.#heard > 0 || this.#unheard === 0 ? 0 : this.#cut + 1;
    if (this.#cut >= CUTS) {
      this.#cut = 0;
      this.#connection = "refused";
    }
    if (this.#connection !== "refused") this.#connection = "closed";
    const first = this.#options.retry ?? RETRY.first;
    const pause = Math.min(first * 2 ** this.#failures, RETRY.most) * (0.5 + Math.random());
    this.#failures += 1;
    this.#retry = setTimeout(() => this.open(), this.#connection === "refused" ? RETRY.refused : pause);
    this.#user.lost();
  }
}
