import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import {
  Counter,
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
} from "@flower-war/client-sdk/temple";
import { connectAsync, type IClientOptions, type MqttClient } from "mqtt";

/** What happens to a temple under load. */
export interface TempleListener {
  /** Whether beads carry the mark on show (level 2); left out: they do. */
  readonly stamps?: boolean;
  /** A bead got its verdict, `ms` after it fell. */
  readonly judged: (ms: number) => void;
  /** A picture came. */
  readonly shown?: () => void;
  /** The connection was closed, and not by us. */
  readonly lost: () => void;
}

/** A temple over a real connection: it counts as the contract's core does, and notes how long verdicts take. */
export class LoadTemple {
  #client: MqttClient;
  readonly #url: string;
  readonly #secret: string;
  readonly #id: string;
  readonly #counter: Counter;
  readonly #fell = new Map<string, number>();
  readonly #listener: TempleListener;
  #code: string | null = null;
  #closed = false;
  #tick: NodeJS.Timeout | undefined;
  readonly #displayed = Promise.withResolvers<void>();

  private constructor(
    url: string,
    id: string,
    secret: string,
    client: MqttClient,
    counter: Counter,
    listener: TempleListener,
  ) {
    this.#url = url;
    this.#id = id;
    this.#secret = secret;
    this.#client = client;
    this.#counter = counter;
    this.#listener = listener;
  }

  /** Connects and says its birth (temple protocol N-1, N-2). */
  static async connect(
    url: string,
    id: string,
    secret: string,
    listener: TempleListener,
  ): Promise<LoadTemple> {
    const counter = new Counter({ boot: randomBytes(4).toString("hex"), fw: "load 1", caps: ["display"] });
    const client = await admitted(url, login(id, secret, counter));
    const temple = new LoadTemple(url, id, secret, client, counter, listener);
    await temple.#begin();
    return temple;
  }

  /** Comes back after its connection was lost, after 1, 2, 4 .. 60 s, each +-50 % (N-4), until it is closed. */
  async comeBack(): Promise<void> {
    this.#client.end(true);
    for (let wait = RETURN.first; !this.#closed; wait = Math.min(2 * wait, RETURN.most)) {
      await pause(wait * (0.5 + Math.random()), null, { ref: false });
      if (await this.#triesAgain()) return;
    }
  }

  async #triesAgain(): Promise<boolean> {
    const options = login(this.#id, this.#secret, this.#counter);
    const client = await connectAsync(this.#url, options, false).catch(() => null);
    if (client === null) return false;
    this.#client = client;
    try {
      await this.#begin();
      return true;
    } catch {
      await client.endAsync(true);
      return false;
    }
  }

  /** Resolves when the first picture is shown. */
  get displayed(): Promise<void> {
    return this.#displayed.promise;
  }

  async #begin(): Promise<void> {
    const client = this.#client;
    client.on("message", (name, payload) => this.#hear(name, payload));
    client.on("error", () => {});
    await client.subscribeAsync([FILTERS.temple(this.#id), FILTERS.bridges], { qos: 1 });
    client.on("close", this.#listener.lost);
    await this.#publish("state", formatState(this.#counter.connected(now())));
    this.#wake();
  }

  /** The pairing code on show, `null`: none. */
  get code(): string | null {
    return this.#code;
  }

  /** Beads without a verdict. */
  get unjudged(): number {
    return this.#fell.size;
  }

  /** A bead falls into a slot, or into any. */
  drop(slot: Slot = SLOTS[Math.floor(Math.random() * SLOTS.length)] ?? "h"): void {
    const bead = this.#counter.drop(slot, now());
    this.#fell.set(`${slot}${bead.n}`, performance.now());
    void this.#publish("bead", formatBead(bead));
    this.#wake();
  }

  /** Says goodbye and leaves. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#tick);
    this.#client.removeAllListeners("close");
    await this.#publish("state", formatState(this.#counter.goodbye("off")));
    await this.#client.endAsync();
  }

  #hear(name: string, payload: Uint8Array): void {
    const topic = parseTopic(name);
    if (topic?.to !== "down") return;
    if (topic.channel === "display") this.#show(payload);
    if (topic.channel === "ack") this.#note(payload);
    const cmd = topic.channel === "cmd" ? parseCmd(payload).value : undefined;
    if (cmd?.op === "report" && this.#counter.heeds(cmd)) {
      void this.#publish("state", formatState(this.#counter.report(now())));
    }
  }

  #show(payload: Uint8Array): void {
    const display = parseDisplay(payload).value;
    if (display === undefined) return;
    this.#code = display.code;
    if (this.#listener.stamps !== false) this.#counter.show(display);
    this.#displayed.resolve();
    this.#listener.shown?.();
  }

  #note(payload: Uint8Array): void {
    const ack = parseAck(payload).value;
    if (ack?.about !== "beads" || ack.verdict === "pending") return;
    for (let n = ack.from; n <= ack.to; n++) {
      const bead = `${ack.slot}${n}`;
      const fell = this.#fell.get(bead);
      if (fell === undefined || !this.#fell.delete(bead)) continue;
      this.#listener.judged(performance.now() - fell);
    }
  }

  /** Repeats itself as the contract asks (N-3). */
  #wake(): void {
    clearTimeout(this.#tick);
    if (this.#closed) return;
    this.#tick = setTimeout(
      () => {
        const { state } = this.#counter.tick(now());
        if (state !== null) void this.#publish("state", formatState(state));
        this.#wake();
      },
      Math.max(0, this.#counter.due() - now()),
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

/** N-4, in ms */
const RETURN = { first: 1_000, most: 60_000 };

/** The will names the connection that is about to be made (N-1). */
function login(id: string, secret: string, counter: Counter): IClientOptions {
  const topic = formatTopic({ to: "up", templeId: id, channel: "state" });
  return {
    protocolVersion: 4,
    clientId: id,
    username: id,
    password: secret,
    clean: true,
    keepalive: 60,
    reconnectPeriod: 0,
    will: { topic, payload: Buffer.from(formatState(counter.will())), qos: 1, retain: true },
  };
}

/** CONNACK: nobody can tell now whether the secret is right (MQTT 3.1.1, 3.2.2.3). */
const SERVER_UNAVAILABLE = 3;
/** ms between two tries, and tries. */
const RETRY = { pause: 250, times: 40 };

/** Connects, again and again while the bridge has no server to ask: after its start it takes a moment. */
async function admitted(url: string, options: IClientOptions, tries = 1): Promise<MqttClient> {
  try {
    return await connectAsync(url, options);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code !== SERVER_UNAVAILABLE || tries === RETRY.times) throw error;
    await pause(RETRY.pause);
    return admitted(url, options, tries + 1);
  }
}

/** Uptime in ms. */
function now(): number {
  return Math.round(performance.now());
}
