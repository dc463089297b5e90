import { connectAsync } from "mqtt";
import { until } from "./until.ts";

type Slot = "h" | "t";

/** What the test reads of `down/display` and `down/ack` (temple protocol section 3). */
interface Display {
  phase: string;
  match: string | null;
  code: string | null;
  turn: number | null;
  mark: string;
  open: { h: boolean; t: boolean };
  offerings: { h: number; t: number };
  judged: { h: number; t: number };
  fix: { h: number; t: number };
}
interface Ack {
  slot: Slot;
  from: number;
  to: number;
  verdict: string;
  reason: string;
}

/**
 * A temple of level 2 made of mqtt.js and the words of docs/temple-protocol.md alone, so that it shares no fault with
 * our own counting code.
 */
export class BareTemple {
  readonly count = { h: 0, t: 0 };
  readonly acks: Ack[] = [];
  display: Display | null = null;
  readonly #client: Awaited<ReturnType<typeof connectAsync>>;
  readonly #topic: string;
  readonly #boot: string;
  readonly #news = new Set<() => void>();
  #seq = 0;
  #stamp: { mark: string; base: { h: number; t: number } } | null = null;

  static async connect(url: string, templeId: string, secret: string): Promise<BareTemple> {
    const boot = crypto.randomUUID().slice(0, 8);
    const client = await connectAsync(
      url,
      {
        clientId: templeId,
        username: templeId,
        password: secret,
        clean: true,
        keepalive: 20,
        reconnectPeriod: 0,
        will: {
          topic: `templo/v1/${templeId}/up/state`,
          payload: Buffer.from(JSON.stringify({ v: 1, online: false, boot, conn: 1 })),
          qos: 1,
          retain: true,
        },
      },
      false,
    );
    const temple = new BareTemple(client, templeId, boot);
    await client.subscribeAsync([`templo/v1/${templeId}/down/#`, "templo/v1/_bridge/+"], { qos: 1 });
    await temple.#publish("state", { online: true, conn: 1, level: 2, fw: "bare 1.0" }, true);
    return temple;
  }

  private constructor(client: Awaited<ReturnType<typeof connectAsync>>, templeId: string, boot: string) {
    this.#client = client;
    this.#topic = `templo/v1/${templeId}`;
    this.#boot = boot;
    client.on("message", (topic, payload, { retain }) => this.#hear(topic, payload, retain));
  }

  /** Lets a bead fall, and resolves with the verdict on it when the display has counted it too (J-14). */
  async drop(slot: Slot): Promise<Ack> {
    this.count[slot] += 1;
    const n = this.count[slot];
    await this.#publish("bead", { slot, n, at: this.#up() }, false);
    const verdict = () => this.acks.find((ack) => ack.slot === slot && ack.from <= n && n <= ack.to);
    await this.until(
      `a verdict on ${slot}${n}`,
      () => verdict() !== undefined && (this.display?.judged[slot] ?? 0) >= n,
    );
    return verdict() as Ack;
  }

  /** Resolves when the display shows what is expected. */
  until(what: string, holds: () => boolean): Promise<void> {
    return until(what, holds, (news) => {
      this.#news.add(news);
      return () => this.#news.delete(news);
    });
  }

  async close(): Promise<void> {
    await this.#client.endAsync(true);
  }

  #hear(topic: string, payload: Buffer, retain: boolean): void {
    if (topic === `${this.#topic}/down/display`) {
      this.display = JSON.parse(payload.toString()) as Display;
      if (this.#stamp?.mark !== this.display.mark) {
        this.#stamp = { mark: this.display.mark, base: { ...this.count } };
      }
    }
    if (topic === `${this.#topic}/down/ack` && !retain) this.acks.push(JSON.parse(payload.toString()) as Ack);
    for (const news of this.#news) news();
  }

  async #publish(kind: "state" | "bead", fields: object, retain: boolean): Promise<void> {
    const counting = {
      v: 1,
      boot: this.#boot,
      epoch: this.#boot,
      seq: this.#seq++,
      count: this.count,
      ...this.#stamp,
      up: this.#up(),
    };
    const payload = JSON.stringify({ ...counting, ...fields });
    await this.#client.publishAsync(`${this.#topic}/up/${kind}`, payload, { qos: 1, retain });
  }

  #up(): number {
    return Math.trunc(performance.now());
  }
}
