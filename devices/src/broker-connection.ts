import { type Cancel, type Random, sleep, type Time } from "@flower-war/protocol/ports";
import { sendAtOnce } from "@flower-war/protocol/sockets";
import { FILTERS, formatTopic, isRetained, type Topic, type UpChannel } from "@flower-war/protocol/temple";
import { connect, type MqttClient } from "mqtt";
import { fetchPinnedCa, UntrustedError } from "./pinned-ca.ts";

export interface BrokerConnectionOptions {
  /** The temple's id. */
  readonly id: string;
  readonly secret: string;
  /** The broker's URL, e.g. `mqtt://127.0.0.1:1883`. */
  readonly url: string;
  /** The CA certificates to trust for an `mqtts://` broker, as PEM. Default: the system's. */
  readonly ca?: string;
  /**
   * SHA-256 of the public key of the CA to trust for an `mqtts://` broker, as 64 hex digits, in place of `ca`. The broker
   * must send the CA's certificate after its own. `public`: the system's CAs.
   */
  readonly pin?: string;
  /** ms before the first reconnect, doubled for each further one. Default: as N-4 says. */
  readonly retry?: number;
  readonly time: Time;
  readonly random: Random;
}

/** The callbacks of a `BrokerConnection`. */
export interface BrokerConnectionListener {
  /** Returns the last will of the connection about to be made (N-1); `null`: it has none. */
  readonly composeWill: () => string | null;
  /** The temple is connected and has subscribed. */
  readonly onConnected: () => void;
  readonly onMessage: (topic: string, payload: Uint8Array, retained: boolean) => void;
  readonly onDisconnected: () => void;
  /** `state` or `refusalReason` may have changed. */
  readonly onStateChange: () => void;
}

/** `refused`: the broker does not accept user name or password, or the temple's messages (N-4). */
export type ConnectionState = "connecting" | "connected" | "refused" | "closed";

/**
 * Why there is no connection. `unreachable`: no broker answers; `untrusted`: its certificate is not signed by a CA that the
 * temple trusts, or is for another host; `login`: it refuses user name or password; `access`: it refuses the temple's messages.
 */
export type Trouble = "unreachable" | "untrusted" | "login" | "access";

/** N-4, in ms */
const RETRY = { first: 1_000, most: 60_000, refused: 60_000 };
/** ms to wait for the broker to acknowledge the goodbye. */
const GOODBYE_TIMEOUT = 1_000;
/** Connections in a row that end right after a publish and count as a refusal (N-4). */
const MAX_CUTS = 3;
/**
 * s by which the broker delays the will, so that short Wi-Fi gaps go unnoticed (section 12). Mosquitto does so. A broker
 * may also publish the will at once, because the session ends with the connection (MQTT 5, 3.1.3.2.2); N-7 then applies.
 */
const WILL_DELAY = 10;
/** CONNACK codes for a wrong user name or password: MQTT 3.1.1, 3.2.2.3; MQTT 5, 3.2.2.2. */
const BAD_CREDENTIALS: readonly unknown[] = [4, 5, 0x86, 0x87];
/** CONNACK codes for an unsupported protocol version, in the same tables. */
const UNSUPPORTED_VERSION: readonly unknown[] = [1, 0x84];
/** Node's and OpenSSL's codes for a certificate that is not trusted. */
const UNTRUSTED = /CERT|^UNABLE_TO_|^INVALID_CA|^HOSTNAME_MISMATCH/;
/** PUBACK code for a publish that the access list refuses (MQTT 5, 3.4.2.1). */
const NOT_AUTHORIZED = 0x87;

/** A temple's connection to its broker, as N-1, N-2 and N-4 say: MQTT 5 if the broker supports it, else 3.1.1. */
export class BrokerConnection {
  readonly #options: BrokerConnectionOptions;
  readonly #listener: BrokerConnectionListener;
  #state: ConnectionState = "closed";
  #refusalReason: string | null = null;
  #trouble: Trouble | null = null;
  /** The next `#trouble` if the connection that is open or being made ends. */
  #failure: Trouble = "unreachable";
  #version: 4 | 5 = 5;
  #client: MqttClient | null = null;
  #failures = 0;
  /** Publishes of the current connection that the broker has not acknowledged, and those that it has. */
  #unacknowledged = 0;
  #acknowledged = 0;
  /** Connections in a row that ended right after a publish (N-4). */
  #cutsInARow = 0;
  #cancelRetry: Cancel = () => {};
  /** Names the newest search for a pinned CA, so that earlier ones change nothing. */
  #attempts = 0;

  constructor(options: BrokerConnectionOptions, listener: BrokerConnectionListener) {
    this.#options = options;
    this.#listener = listener;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Why an MQTT 5 broker refused the newest message; `null` if it accepted it, gives no reason, or is reconnecting. */
  get refusalReason(): string | null {
    return this.#refusalReason;
  }

  /** Why the last attempt or connection failed; `null`: it is connected, or has not failed yet. */
  get trouble(): Trouble | null {
    return this.#trouble;
  }

  /** Connects with a client of its own: the will names the connection (N-1), and nothing is queued for the next. */
  open(): void {
    this.#state = "connecting";
    this.#failure = "unreachable";
    this.#unacknowledged = 0;
    this.#acknowledged = 0;
    if (this.#refusalReason !== null) this.#setRefusalReason(null);
    const { url, ca, pin } = this.#options;
    if (pin === undefined || pin === "public") this.#connect(ca);
    else void this.#connectPinned(url, pin);
  }

  async #connectPinned(url: string, pin: string): Promise<void> {
    this.#attempts += 1;
    const attempt = this.#attempts;
    try {
      const ca = await fetchPinnedCa(url, pin);
      if (attempt === this.#attempts) this.#connect(ca);
    } catch (error) {
      if (attempt !== this.#attempts) return;
      if (error instanceof UntrustedError) this.#failure = "untrusted";
      this.#retryLater();
    }
  }

  #connect(ca: string | undefined): void {
    const { id, secret, url } = this.#options;
    const isVersion5 = this.#version === 5;
    const will = this.#listener.composeWill();
    const client = connect(url, {
      ...(ca !== undefined && { ca }),
      protocolVersion: this.#version,
      ...(isVersion5 && { properties: { sessionExpiryInterval: 0, userProperties: { v: "1" } } }),
      clientId: id,
      username: id,
      password: secret,
      clean: true,
      keepalive: 20,
      reconnectPeriod: 0,
      ...(will !== null && {
        will: {
          topic: formatTopic({ to: "up", templeId: id, channel: "state" }),
          payload: Buffer.from(will),
          qos: 1,
          retain: true,
          ...(isVersion5 && { properties: { willDelayInterval: WILL_DELAY } }),
        },
      }),
    });
    this.#client = client;
    client.on("connect", () => this.#handleConnect(client));
    client.on("message", (name, payload, { retain }) => this.#listener.onMessage(name, payload, retain));
    client.on("error", (error: Error & { code?: unknown }) => {
      if (BAD_CREDENTIALS.includes(error.code)) {
        this.#state = "refused";
        this.#failure = "login";
      }
      if (typeof error.code === "string" && UNTRUSTED.test(error.code)) this.#failure = "untrusted";
      if (isVersion5 && UNSUPPORTED_VERSION.includes(error.code)) this.#version = 4;
    });
    client.on("close", () => this.#handleClose(client, isVersion5 && this.#version === 4));
  }

  /** Publishes a message, or drops it without a connection. */
  publish(channel: UpChannel, payload: string): void {
    const client = this.#client;
    if (client?.connected !== true) return;
    const topic: Topic = { to: "up", templeId: this.#options.id, channel };
    this.#unacknowledged += 1;
    client.publish(formatTopic(topic), payload, { qos: 1, retain: isRetained(topic) }, (error) => {
      if (this.#client !== client) return;
      if (error) return this.#handlePublishError(client, error);
      this.#unacknowledged -= 1;
      this.#acknowledged += 1;
      if (this.#refusalReason !== null) this.#setRefusalReason(null);
    });
  }

  /** Publishes a clean goodbye and disconnects. @param composeGoodbye `null`: it says none */
  async close(composeGoodbye: (() => string) | null): Promise<void> {
    this.#cancelRetry();
    this.#attempts += 1;
    const client = this.#client;
    this.#client = null;
    if (client?.connected === true && composeGoodbye !== null) {
      const topic: Topic = { to: "up", templeId: this.#options.id, channel: "state" };
      const published = client
        .publishAsync(formatTopic(topic), composeGoodbye(), { qos: 1, retain: true })
        .catch(() => {});
      const timeout = sleep(this.#options.time, GOODBYE_TIMEOUT, undefined, { background: true });
      await Promise.race([published, timeout]);
    }
    await client?.endAsync(true);
    this.#state = "closed";
    this.#listener.onStateChange();
  }

  /** Subscribes, then lets the temple report at once; messages arrive in later turns of the event loop (N-2). */
  #handleConnect(client: MqttClient): void {
    this.#state = "connected";
    this.#failures = 0;
    this.#trouble = null;
    sendAtOnce(client.stream);
    client.subscribe([FILTERS.temple(this.#options.id), FILTERS.bridges], { qos: 1 });
    this.#listener.onConnected();
  }

  /** An MQTT 5 broker gives a reason code for a refused message; an error of a lost connection has no number. */
  #handlePublishError(client: MqttClient, error: Error & { code?: unknown }): void {
    if (typeof error.code !== "number") return;
    if (error.code === NOT_AUTHORIZED) {
      // N-4: the same as if the broker had closed the connection.
      this.#state = "refused";
      this.#failure = "access";
      client.end(true);
    }
    this.#setRefusalReason(error.message);
  }

  #setRefusalReason(reason: string | null): void {
    this.#refusalReason = reason;
    this.#listener.onStateChange();
  }

  /** @param isVersionRefused the broker does not support the version that was tried; the next one is tried at once */
  #handleClose(client: MqttClient, isVersionRefused: boolean): void {
    if (this.#client !== client) return;
    client.end(true);
    if (isVersionRefused) return this.open();
    this.#retryLater();
  }

  /** Reconnects after 1, 2, 4 .. 60 s, each +-50 % (N-4). */
  #retryLater(): void {
    this.#cutsInARow = this.#acknowledged > 0 || this.#unacknowledged === 0 ? 0 : this.#cutsInARow + 1;
    if (this.#cutsInARow >= MAX_CUTS) {
      this.#cutsInARow = 0;
      this.#state = "refused";
      this.#failure = "access";
    }
    this.#trouble = this.#failure;
    if (this.#state !== "refused") this.#state = "closed";
    const { time, random, retry: first = RETRY.first } = this.#options;
    const delay = Math.min(first * 2 ** this.#failures, RETRY.most) * (0.5 + random.fraction());
    this.#failures += 1;
    this.#cancelRetry = time.after(this.#state === "refused" ? RETRY.refused : delay, () => this.open());
    this.#listener.onDisconnected();
  }
}
