import type { FlowerWar } from "@flower-war/client-sdk";
import { sendAtOnce } from "@flower-war/protocol/sockets";
import { connectAsync } from "mqtt";
import { retry } from "./retry.ts";
import { until } from "./until.ts";

type Slot = "h" | "t";

/** The fields of `down/display` and `down/ack` that tests read (temple protocol, section 3). */
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
 * A temple of level 2 written from docs/temple-protocol.md with mqtt.js alone, so that it shares no fault with our own
 * temples.
 */
export class IndependentTemple {
  readonly count = { h: 0, t: 0 };
  readonly acks: Ack[] = [];
  display: Display | null = null;
  readonly #client: Awaited<ReturnType<typeof connectAsync>>;
  readonly #topic: string;
  readonly #boot: string;
  #seq = 0;
  #window: { mark: string; base: { h: number; t: number } } | null = null;

  /** Connects to a broker and publishes `up/state`. Rejects if the broker does not admit it. */
  static async connect(url: string, templeId: string, secret: string): Promise<IndependentTemple> {
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
    sendAtOnce(client.stream);
    const temple = new IndependentTemple(client, templeId, boot);
    await client.subscribeAsync([`templo/v1/${templeId}/down/#`, "templo/v1/_bridge/+"], { qos: 1 });
    await temple.#publish("state", { online: true, conn: 1, level: 2, fw: "independent 1.0" }, true);
    return temple;
  }

  private constructor(client: Awaited<ReturnType<typeof connectAsync>>, templeId: string, boot: string) {
    this.#client = client;
    this.#topic = `templo/v1/${templeId}`;
    this.#boot = boot;
    client.on("message", (topic, payload, { retain }) => this.#receive(topic, payload, retain));
  }

  /** Pairs it with the seat of this client by the code that it shows. Resolves when it shows the match. */
  async pairWith(match: Awaited<ReturnType<FlowerWar["create"]>>): Promise<void> {
    await until(() => typeof this.display?.code === "string", "a pairing code");
    await retry(() => match.pairTemple(this.display?.code ?? ""));
    await until(() => this.display?.match === match.code, "the match on the display");
  }

  /** Drops a bead. Resolves with its verdict, after any number of `pending` (J-1), when the display has counted it too (J-14). */
  async drop(slot: Slot): Promise<Ack> {
    this.count[slot] += 1;
    const n = this.count[slot];
    await this.#publish("bead", { slot, n, at: this.#uptime() }, false);
    const verdict = () =>
      this.acks.find((ack) => ack.slot === slot && ack.from <= n && n <= ack.to && ack.verdict !== "pending");
    await until(
      () => verdict() !== undefined && (this.display?.judged[slot] ?? 0) >= n,
      `a verdict on ${slot}${n}`,
    );
    return verdict() as Ack;
  }

  async close(): Promise<void> {
    await this.#client.endAsync(true);
  }

  #receive(topic: string, payload: Buffer, retain: boolean): void {
    if (topic === `${this.#topic}/down/display`) {
      this.display = JSON.parse(payload.toString()) as Display;
      if (this.#window?.mark !== this.display.mark) {
        this.#window = { mark: this.display.mark, base: { ...this.count } };
      }
    }
    if (topic === `${this.#topic}/down/ack` && !retain) this.acks.push(JSON.parse(payload.toString()) as Ack);
  }

  async #publish(kind: "state" | "bead", fields: object, retain: boolean): Promise<void> {
    const common = {
      v: 1,
      boot: this.#boot,
      epoch: this.#boot,
      seq: this.#seq++,
      count: this.count,
      ...this.#window,
      up: this.#uptime(),
    };
    const payload = JSON.stringify({ ...common, ...fields });
    await this.#client.publishAsync(`${this.#topic}/up/${kind}`, payload, { qos: 1, retain });
  }

  #uptime(): number {
    return Math.trunc(performance.now());
  }
}
