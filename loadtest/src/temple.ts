import { randomBytes } from "node:crypto";
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
import { connectAsync, type MqttClient } from "mqtt";

/** What happens to a temple under load. */
export interface TempleListener {
  /** A bead got its verdict, `ms` after it fell. */
  readonly judged: (ms: number) => void;
  /** The connection was closed, and not by us. */
  readonly lost: () => void;
}

/** A temple over a real connection: it counts as the contract's core does, and notes how long verdicts take. */
export class LoadTemple {
  readonly #client: MqttClient;
  readonly #id: string;
  readonly #counter: Counter;
  readonly #fell = new Map<string, number>();
  readonly #listener: TempleListener;
  #tick: NodeJS.Timeout | undefined;
  #seen: () => void = () => {};
  /** Resolves when the first picture is shown. */
  readonly displayed: Promise<void> = new Promise((resolve) => (this.#seen = resolve));

  private constructor(id: string, client: MqttClient, counter: Counter, listener: TempleListener) {
    this.#id = id;
    this.#client = client;
    this.#counter = counter;
    this.#listener = listener;
    client.on("message", (name, payload) => this.#hear(name, payload));
    client.on("close", listener.lost);
  }

  /** Connects and says its birth (temple protocol N-1, N-2). */
  static async connect(
    url: string,
    id: string,
    secret: string,
    listener: TempleListener,
  ): Promise<LoadTemple> {
    const counter = new Counter({ boot: randomBytes(4).toString("hex"), fw: "load 1", caps: ["display"] });
    const topic = formatTopic({ to: "up", templeId: id, channel: "state" });
    const will = { topic, payload: Buffer.from(formatState(counter.will())), qos: 1, retain: true } as const;
    const client = await connectAsync(url, {
      protocolVersion: 4,
      clientId: id,
      username: id,
      password: secret,
      clean: true,
      keepalive: 60,
      reconnectPeriod: 0,
      will,
    });
    const temple = new LoadTemple(id, client, counter, listener);
    await client.subscribeAsync([FILTERS.temple(id), FILTERS.bridges], { qos: 1 });
    await temple.#publish("state", formatState(counter.connected(now())));
    temple.#wake();
    return temple;
  }

  /** Beads without a verdict. */
  get unjudged(): number {
    return this.#fell.size;
  }

  /** A bead falls. */
  drop(): void {
    const slot: Slot = SLOTS[Math.floor(Math.random() * SLOTS.length)] ?? "h";
    const bead = this.#counter.drop(slot, now());
    this.#fell.set(`${slot}${bead.n}`, performance.now());
    void this.#publish("bead", formatBead(bead));
    this.#wake();
  }

  /** Says goodbye and leaves. */
  async close(): Promise<void> {
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
    this.#counter.show(display);
    this.#seen();
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

/** Uptime in ms. */
function now(): number {
  return Math.round(performance.now());
}
