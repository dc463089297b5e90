import { parseAck } from "@flower-war/client-sdk/temple";
import { connectAsync, type MqttClient } from "mqtt";
import { vi } from "vitest";

/** A message as it came, everything that matters about it together. */
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

/** A temple of which the test decides every byte. Counts are written as the vectors write them: `"2/0"`. */
export class RawTemple {
  readonly id: string;
  readonly received: Received[] = [];
  /** What the next messages say, changed at will. */
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

  async says(channel: string, payload: string | object, retain = channel === "up/state"): Promise<void> {
    const bytes = typeof payload === "string" ? payload : JSON.stringify(payload);
    await this.#client.publishAsync(this.topic(channel), bytes, { qos: 1, retain });
  }

  /** Online `up/state` with these totals; answers with what was said. */
  async state(count: string, more: object = {}): Promise<object> {
    const said = { ...this.#counting(count), online: true, conn: this.conn, level: 2, fw: "raw 1", ...more };
    await this.says("up/state", said);
    return said;
  }

  /** `up/bead` like `bead("h2", "2/0")`; answers with what was said. */
  async bead(name: string, count: string, more: object = {}): Promise<object> {
    this.#at += 1_000;
    const said = { ...this.#counting(count), slot: name[0], n: Number(name.slice(1)), at: this.#at, ...more };
    await this.says("up/bead", said);
    return said;
  }

  async act(fields: object): Promise<object> {
    const said = { v: 1, boot: this.boot, seq: this.seq++, ...fields };
    await this.says("up/act", said);
    return said;
  }

  /** Everything received on a topic of its own, the newest last. */
  on(channel: string): Received[] {
    return this.received.filter(({ topic }) => topic === this.topic(channel));
  }

  payloads(channel: string): unknown[] {
    return this.on(channel).map(({ payload }) => payload);
  }

  /** What the newest display says; `null`: there was none. */
  display(): Readonly<Record<string, unknown>> | null {
    const newest = this.payloads("down/display").at(-1);
    return typeof newest === "object" && newest !== null ? { ...newest } : null;
  }

  /** The verdicts told, one for each bead, in order: `"h1 accepted ok"`. */
  verdicts(): string[] {
    return this.payloads("down/ack").flatMap((payload) => {
      const ack = parseAck(Buffer.from(JSON.stringify(payload))).value;
      if (ack?.about !== "beads") return [];
      const { slot, from, to, verdict, reason } = ack;
      return Array.from({ length: to - from + 1 }, (_, i) => `${slot}${from + i} ${verdict} ${reason}`);
    });
  }

  /** Waits until the newest display has these fields. */
  async shows(fields: Record<string, unknown>): Promise<void> {
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

  /** Cuts the connection without a goodbye. */
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

export const WAIT = { timeout: 5_000, interval: 10 };

function parse(payload: Buffer): unknown {
  return payload.length === 0 ? null : JSON.parse(payload.toString());
}
