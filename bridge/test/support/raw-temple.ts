import { parseAck } from "@flower-war/protocol/temple";
import { sendAtOnce } from "@flower-war/protocol/sockets";
import { connectAsync, type MqttClient } from "mqtt";
import { vi } from "vitest";

/** A message with everything that a test may assert about it. */
export interface Received {
  readonly topic: string;
  readonly payload: unknown;
  readonly qos: number;
  readonly retain: boolean;
}

export interface Stamp {
  readonly mark: string;
  readonly base: { readonly h: number; readonly t: number };
}

const COUNTS = /^(\d+)\/(\d+)$/;

/** A temple that publishes exactly what the test says. Counts are written as in the vectors: `"2/0"`. */
export class RawTemple {
  readonly id: string;
  readonly received: Received[] = [];
  /** Fields of the next messages; tests change them. */
  boot = "b1b1b1b1";
  epoch = "b1b1b1b1";
  conn = 1;
  seq = 0;
  stamp: Stamp | null = { mark: "M.7", base: { h: 0, t: 0 } };
  #at = 1_000;
  readonly #client: MqttClient;

  private constructor(id: string, client: MqttClient) {
    this.id = id;
    this.#client = client;
    client.on("message", (topic, payload, { qos, retain }) => {
      this.received.push({ topic, payload: parse(payload), qos, retain });
    });
  }

  static async connect(port: number, id: string, secret: string): Promise<RawTemple> {
    const client = await connectAsync(`mqtt://127.0.0.1:${port}`, {
      clientId: id,
      username: id,
      password: secret,
      reconnectPeriod: 0,
      keepalive: 20,
    });
    sendAtOnce(client.stream);
    const temple = new RawTemple(id, client);
    await client.subscribeAsync([`templo/v1/${id}/down/#`, "templo/v1/_bridge/+"], { qos: 1 });
    return temple;
  }

  get isConnected(): boolean {
    return this.#client.connected;
  }

  topic(channel: string): string {
    return `templo/v1/${this.id}/${channel}`;
  }

  async publish(channel: string, payload: string | object, retain = channel === "up/state"): Promise<void> {
    const bytes = typeof payload === "string" ? payload : JSON.stringify(payload);
    await this.#client.publishAsync(this.topic(channel), bytes, { qos: 1, retain });
  }

  /** Publishes an online `up/state` with these totals and returns it. */
  async state(count: string, more: object = {}): Promise<object> {
    const message = {
      ...this.#counting(count),
      online: true,
      conn: this.conn,
      level: 2,
      fw: "raw 1",
      ...more,
    };
    await this.publish("up/state", message);
    return message;
  }

  /** Publishes an `up/bead`, like `bead("h2", "2/0")`, and returns it. */
  async bead(name: string, count: string, more: object = {}): Promise<object> {
    this.#at += 1_000;
    const message = {
      ...this.#counting(count),
      slot: name[0],
      n: Number(name.slice(1)),
      at: this.#at,
      ...more,
    };
    await this.publish("up/bead", message);
    return message;
  }

  async act(fields: object): Promise<object> {
    const message = { v: 1, boot: this.boot, seq: this.seq++, ...fields };
    await this.publish("up/act", message);
    return message;
  }

  /** Everything received on one of its topics, the newest last. */
  on(channel: string): Received[] {
    return this.received.filter(({ topic }) => topic === this.topic(channel));
  }

  payloads(channel: string): unknown[] {
    return this.on(channel).map(({ payload }) => payload);
  }

  /** The newest display; `null`: there was none. */
  display(): Readonly<Record<string, unknown>> | null {
    const newest = this.payloads("down/display").at(-1);
    return typeof newest === "object" && newest !== null ? { ...newest } : null;
  }

  /** The verdicts received, one for each bead, in order: `"h1 accepted ok"`. */
  verdicts(): string[] {
    return this.#told().map(({ verdict }) => verdict);
  }

  /** The verdicts received, without those that were told again (C-11). */
  fates(): string[] {
    const told = new Map(this.#told().map((each) => [`${each.epoch} ${each.verdict}`, each.verdict]));
    return [...told.values()];
  }

  #told(): { readonly epoch: string; readonly verdict: string }[] {
    return this.payloads("down/ack").flatMap((payload) => {
      const ack = parseAck(Buffer.from(JSON.stringify(payload))).value;
      if (ack?.about !== "beads") return [];
      const { epoch, slot, from, to, verdict, reason } = ack;
      return Array.from({ length: to - from + 1 }, (_, i) => ({
        epoch,
        verdict: `${slot}${from + i} ${verdict} ${reason}`,
      }));
    });
  }

  /** Waits until the newest display has these fields. */
  async waitForDisplay(fields: Record<string, unknown>): Promise<void> {
    await vi.waitFor(() => {
      const display = this.display();
      for (const [field, value] of Object.entries(fields)) {
        const shown = display?.[field];
        if (JSON.stringify(shown) !== JSON.stringify(value)) {
          throw new Error(`${field} shows ${JSON.stringify(shown)}, not ${JSON.stringify(value)}`);
        }
      }
    }, WAIT);
  }

  /** Cuts the connection without DISCONNECT. */
  cut(): void {
    this.#client.stream.destroy();
  }

  async close(): Promise<void> {
    await this.#client.endAsync(true);
  }

  #counting(count: string): object {
    const [, h, t] = COUNTS.exec(count) ?? [];
    return {
      v: 1,
      boot: this.boot,
      epoch: this.epoch,
      seq: this.seq++,
      count: { h: Number(h), t: Number(t) },
      ...this.stamp,
      up: this.#at,
    };
  }
}

export const WAIT = { timeout: 60_000, interval: 10 };

function parse(payload: Buffer): unknown {
  return payload.length === 0 ? null : JSON.parse(payload.toString());
}
