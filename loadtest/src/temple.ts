import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Counter } from "@flower-war/devices";
import { systemRandom } from "@flower-war/protocol/ports";
import { sendAtOnce } from "@flower-war/protocol/sockets";
import {
  type Display,
  FILTERS,
  formatBead,
  formatState,
  formatTopic,
  isRetained,
  parseAck,
  parseCmd,
  parseDisplay,
  parseTopic,
  SLOTS,
  type Slot,
  type UpChannel,
} from "@flower-war/protocol/temple";
import { connectAsync, type IClientOptions, type MqttClient } from "mqtt";

/** Receives what happens to a temple under load. */
export interface TempleListener {
  /** Whether beads carry the mark on display (level 2). Default: true. */
  readonly stamps?: boolean;
  /** A bead got its verdict, `ms` after it fell. */
  readonly onVerdict: (ms: number) => void;
  /** A display came. */
  readonly onDisplay?: (display: Display) => void;
  /** The connection ended although the temple did not close it. */
  readonly onLost: () => void;
}

/** Where a temple connects, and as whom. */
interface Account {
  readonly url: string;
  readonly id: string;
  readonly secret: string;
}

/** A temple over a real MQTT connection. It counts as a temple of the protocol does, and measures the time to each verdict. */
export class LoadTemple {
  #client: MqttClient;
  readonly #url: string;
  readonly #secret: string;
  readonly #id: string;
  readonly #counter: Counter;
  /** When each bead without a verdict fell, by slot and ordinal. */
  readonly #unjudged = new Map<string, number>();
  readonly #listener: TempleListener;
  #code: string | null = null;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #displayed = Promise.withResolvers<void>();

  private constructor(account: Account, client: MqttClient, counter: Counter, listener: TempleListener) {
    this.#url = account.url;
    this.#id = account.id;
    this.#secret = account.secret;
    this.#client = client;
    this.#counter = counter;
    this.#listener = listener;
  }

  /** Connects and publishes the first state (temple protocol N-1, N-2). */
  static async connect(
    url: string,
    id: string,
    secret: string,
    listener: TempleListener,
  ): Promise<LoadTemple> {
    const counter = new Counter({
      boot: randomBytes(4).toString("hex"),
      fw: "load 1",
      caps: ["display"],
      random: systemRandom,
    });
    const client = await connectWhenAdmitted(url, composeLogin(id, secret, counter));
    const temple = new LoadTemple({ url, id, secret }, client, counter, listener);
    await temple.#start();
    return temple;
  }

  /** Reconnects after 1, 2, 4 ... 60 s, each +-50 % (N-4), until it succeeds or the temple is closed. */
  async reconnect(): Promise<void> {
    this.#client.end(true);
    for (let wait = RECONNECT.first; !this.#closed; wait = Math.min(2 * wait, RECONNECT.most)) {
      await pause(wait * (0.5 + Math.random()), null, { ref: false });
      if (await this.#tryToReconnect()) return;
    }
  }

  async #tryToReconnect(): Promise<boolean> {
    const options = composeLogin(this.#id, this.#secret, this.#counter);
    const client = await connectAsync(this.#url, options, false).catch(() => null);
    if (client === null) return false;
    this.#client = client;
    try {
      await this.#start();
      return true;
    } catch {
      await client.endAsync(true);
      return false;
    }
  }

  /** Resolves when the first display came. */
  get displayed(): Promise<void> {
    return this.#displayed.promise;
  }

  async #start(): Promise<void> {
    const client = this.#client;
    sendAtOnce(client.stream);
    client.on("message", (name, payload) => this.#receive(name, payload));
    client.on("error", () => {});
    await client.subscribeAsync([FILTERS.temple(this.#id), FILTERS.bridges], { qos: 1 });
    client.on("close", this.#listener.onLost);
    await this.#publish("state", formatState(this.#counter.beginConnection(now())));
    this.#scheduleState();
  }

  /** The pairing code on display; `null`: none. */
  get code(): string | null {
    return this.#code;
  }

  /** How many beads have no verdict yet. */
  get unjudged(): number {
    return this.#unjudged.size;
  }

  /** Drops a bead into a slot; default: a random one. */
  drop(slot: Slot = SLOTS[Math.floor(Math.random() * SLOTS.length)] ?? "h"): void {
    const bead = this.#counter.drop(slot, now());
    this.#unjudged.set(`${slot}${bead.n}`, performance.now());
    void this.#publish("bead", formatBead(bead));
    this.#scheduleState();
  }

  /** Publishes that the temple goes offline, and disconnects. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#client.removeAllListeners("close");
    await this.#publish("state", formatState(this.#counter.composeGoodbye("off")));
    await this.#client.endAsync();
  }

  #receive(name: string, payload: Uint8Array): void {
    const topic = parseTopic(name);
    if (topic?.to !== "down") return;
    if (topic.channel === "display") this.#show(payload);
    if (topic.channel === "ack") this.#takeVerdict(payload);
    const cmd = topic.channel === "cmd" ? parseCmd(payload).value : undefined;
    if (cmd?.op === "report" && this.#counter.acceptCommand(cmd)) {
      void this.#publish("state", formatState(this.#counter.report(now())));
    }
  }

  #show(payload: Uint8Array): void {
    const display = parseDisplay(payload).value;
    if (display === undefined) return;
    this.#code = display.code;
    if (this.#listener.stamps !== false) this.#counter.show(display);
    this.#displayed.resolve();
    this.#listener.onDisplay?.(display);
  }

  #takeVerdict(payload: Uint8Array): void {
    const ack = parseAck(payload).value;
    if (ack?.about !== "beads" || ack.verdict === "pending") return;
    for (let n = ack.from; n <= ack.to; n++) {
      const bead = `${ack.slot}${n}`;
      const fell = this.#unjudged.get(bead);
      if (fell === undefined || !this.#unjudged.delete(bead)) continue;
      this.#listener.onVerdict(performance.now() - fell);
    }
  }

  /** Publishes the state again whenever N-3 asks for it. */
  #scheduleState(): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    this.#timer = setTimeout(
      () => {
        const { state } = this.#counter.tick(now());
        if (state !== null) void this.#publish("state", formatState(state));
        this.#scheduleState();
      },
      Math.max(0, this.#counter.nextDueAt() - now()),
    );
  }

  async #publish(channel: UpChannel, payload: string): Promise<void> {
    if (!this.#client.connected) return;
    const topic = { to: "up", templeId: this.#id, channel } as const;
    await this.#client
      .publishAsync(formatTopic(topic), payload, { qos: 1, retain: isRetained(topic) })
      .catch(() => {});
  }
}

/** Delays of N-4, in ms. */
const RECONNECT = { first: 1_000, most: 60_000 };

/** Returns the options of the next connection. Its will names that connection (N-1). */
function composeLogin(id: string, secret: string, counter: Counter): IClientOptions {
  const topic = formatTopic({ to: "up", templeId: id, channel: "state" });
  return {
    protocolVersion: 4,
    clientId: id,
    username: id,
    password: secret,
    clean: true,
    keepalive: 60,
    reconnectPeriod: 0,
    will: { topic, payload: Buffer.from(formatState(counter.composeWill())), qos: 1, retain: true },
  };
}

/** CONNACK code: the bridge cannot check the secret now (MQTT 3.1.1, 3.2.2.3). */
const SERVER_UNAVAILABLE = 3;
/** ms between two attempts, and how many. */
const RETRY = { pause: 250, attempts: 40 };

/** Connects, and tries again while the bridge has no server to ask, as just after its start. */
async function connectWhenAdmitted(url: string, options: IClientOptions, attempt = 1): Promise<MqttClient> {
  try {
    return await connectAsync(url, options);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code !== SERVER_UNAVAILABLE || attempt === RETRY.attempts) throw error;
    await pause(RETRY.pause);
    return connectWhenAdmitted(url, options, attempt + 1);
  }
}

/** Returns the uptime in ms. */
function now(): number {
  return Math.round(performance.now());
}
