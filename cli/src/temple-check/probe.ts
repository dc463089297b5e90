import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Ack,
  type Act,
  type Bead,
  type BySlot,
  type Cmd,
  type Display,
  FILTERS,
  formatAck,
  formatBridgeNotice,
  formatCmd,
  formatDisplay,
  formatTopic,
  type OfflineState,
  type OnlineState,
  parseAct,
  parseBead,
  parseState,
  parseTopic,
  type UpChannel,
} from "@flower-war/client-sdk/temple";
import { connectAsync, type MqttClient } from "mqtt";
import { EXIT, Failure } from "../failure.ts";
import type { Hands } from "./hands.ts";

/** A firmware breaks a rule; the message says how. */
export class Broken extends Error {
  readonly rule: string;

  constructor(rule: string, message: string) {
    super(message);
    this.rule = rule;
  }
}

/** A message of the temple. */
export type Said = { readonly retained: boolean; readonly at: number } & (
  | { readonly kind: "state"; readonly says: OnlineState }
  | { readonly kind: "gone"; readonly says: OfflineState }
  | { readonly kind: "bead"; readonly says: Bead }
  | { readonly kind: "act"; readonly says: Act }
);

/** ms of the temple's time between two looks at what it said. */
const STEP = 250;
/** ms until a broker that does not answer is given up. */
const PATIENCE = 10_000;
/** ms on our own clock that a message may be on its way: a temple on a desk may have a faster one. */
const TRANSIT = 2_000;
/** A temple's name that only this check uses, for messages to itself. */
const FENCE = formatTopic({ to: "up", templeId: "temple-check", channel: "state" });

const NOBODY = { h: 0, t: 0 };

/** What a temple shows during the check, but for what a vector is about. */
const PICTURE: Display = {
  phase: "playing",
  code: null,
  expires: null,
  match: "CHECK",
  turn: 1,
  seat: { id: "east", name: "Check", local: true },
  step: "sacrifice",
  mark: "check",
  open: { h: true, t: true },
  left: 9,
  offerings: NOBODY,
  fix: NOBODY,
  epoch: null,
  judged: NOBODY,
  apocalypse: { state: "none", count: 0, of: 13, ruling: null },
  last: null,
  lines: ["Check", "Drop as told"],
};

/** The bridge's part towards one temple, played by hand; keeps all that the temple says. */
export class Probe {
  readonly said: Said[] = [];
  readonly #client: MqttClient;
  readonly #hands: Hands;
  readonly #templeId: string;
  readonly #bridgeId: string;
  readonly #start = randomBytes(4).toString("hex");
  #fault: Broken | null = null;
  #fenced = "";
  #marks = 0;

  /**
   * @param url the broker, with the user and password of a bridge inside
   * @throws Failure if it does not let us in
   */
  static async open(url: string, templeId: string, hands: Hands): Promise<Probe> {
    const bridgeId = decodeURIComponent(new URL(url).username) || "temple-check";
    const will = { topic: formatTopic({ to: "bridge", bridgeId }), qos: 1, retain: true } as const;
    const gone = formatBridgeNotice({ id: bridgeId, online: false, start: "gone" });
    try {
      const client = await connectAsync(
        url,
        { clientId: bridgeId, reconnectPeriod: 0, will: { ...will, payload: Buffer.from(gone) } },
        false,
      );
      const probe = new Probe(client, templeId, bridgeId, hands);
      await client.subscribeAsync(FILTERS.allTemples, { qos: 1 });
      const notice = formatBridgeNotice({ id: bridgeId, online: true, start: probe.#start });
      await client.publishAsync(will.topic, notice, will);
      return probe;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Failure(EXIT.unreachable, `The broker does not let us in: ${reason}.`);
    }
  }

  private constructor(client: MqttClient, templeId: string, bridgeId: string, hands: Hands) {
    this.#client = client;
    this.#templeId = templeId;
    this.#bridgeId = bridgeId;
    this.#hands = hands;
    client.on("message", (name, payload, { retain }) => this.#hear(name, payload, retain));
  }

  /** A mark that was never used before. */
  newMark(): string {
    return `${this.#start}.${++this.#marks}`;
  }

  /** Shows a picture, as judged as `judged` says. */
  async show(fields: Partial<Display>): Promise<void> {
    await this.send("display", formatDisplay({ ...PICTURE, ...fields }), true);
  }

  async ack(ack: Ack): Promise<void> {
    await this.send("ack", formatAck(ack));
  }

  async command(op: Cmd["op"], retain = false): Promise<void> {
    await this.send("cmd", formatCmd({ id: randomBytes(4).toString("hex"), op }), retain);
  }

  /** Sends any bytes. */
  async send(channel: "display" | "ack" | "cmd", payload: string | Buffer, retain = false): Promise<void> {
    const topic = formatTopic({ to: "down", templeId: this.#templeId, channel });
    await this.#client.publishAsync(topic, payload, { qos: 1, retain });
  }

  /** Waits until something is there; `ms` are the temple's. */
  async until<T>(rule: string, what: string, ms: number, find: () => T | undefined): Promise<T> {
    const since = performance.now();
    for (let waited = 0; ; ) {
      await this.fence();
      const found = find();
      if (found !== undefined) return found;
      if (waited >= ms && performance.now() - since >= TRANSIT) throw new Broken(rule, what);
      if (waited >= ms) await sleep(STEP / 10);
      else await this.#hands.wait(STEP);
      waited += STEP;
    }
  }

  /** Lets time pass, and takes in what was said. */
  async pass(ms: number): Promise<void> {
    for (let waited = 0; waited < ms; waited += STEP) {
      await this.#hands.wait(Math.min(STEP, ms - waited));
      await this.fence();
    }
  }

  /** Asks for a report, and waits for it: the temple has taken in what was sent before. */
  async sync(rule = "N-3"): Promise<OnlineState> {
    await this.fence();
    const from = this.said.length;
    await this.command("report");
    return this.until(rule, "no state after the command `report`", 5_000, () => this.states(from)[0]);
  }

  states(from: number): OnlineState[] {
    return this.said
      .slice(from)
      .flatMap((said) => (said.kind === "state" && !said.retained ? [said.says] : []));
  }

  beads(from: number): Bead[] {
    return this.said.slice(from).flatMap((said) => (said.kind === "bead" ? [said.says] : []));
  }

  /** The copy of the temple's state that the broker keeps. */
  async kept(): Promise<OnlineState | OfflineState> {
    const from = this.said.length;
    await this.#client.subscribeAsync(FILTERS.allTemples, { qos: 1 });
    return this.until("T-2", "`up/state` is not retained", 1_000, () => {
      const copy = this.said.slice(from).find(({ retained }) => retained);
      return copy?.kind === "state" || copy?.kind === "gone" ? copy.says : undefined;
    });
  }

  /** All that was said before is here. Throws what was wrong with it. */
  async fence(): Promise<void> {
    const id = randomBytes(8).toString("hex");
    const giveUp = performance.now() + PATIENCE;
    await this.#client.publishAsync(FENCE, id, { qos: 1 });
    while (this.#fenced !== id) {
      if (performance.now() > giveUp)
        throw new Failure(EXIT.failed, "The broker does not bring us what we publish.");
      await sleep(2);
    }
    if (this.#fault !== null) throw this.#fault;
  }

  /** What was wrong before is told already. */
  forgive(): void {
    this.#fault = null;
  }

  /** Takes back what it left at the broker, and leaves. */
  async close(): Promise<void> {
    await this.send("display", "", true);
    await this.send("cmd", "", true);
    const notice = formatBridgeNotice({ id: this.#bridgeId, online: false, start: this.#start });
    const topic = formatTopic({ to: "bridge", bridgeId: this.#bridgeId });
    await this.#client.publishAsync(topic, notice, { qos: 1, retain: true });
    await this.#client.endAsync();
  }

  #hear(name: string, payload: Buffer, retained: boolean): void {
    if (name === FENCE) {
      this.#fenced = payload.toString();
      return;
    }
    const topic = parseTopic(name);
    if (topic?.to !== "up" || topic.templeId !== this.#templeId) return;
    const read = readUp(topic.channel, payload);
    if (read instanceof Broken) {
      this.#fault ??= read;
      return;
    }
    if (retained && topic.channel !== "state") {
      this.#fault ??= new Broken("T-2", `\`up/${topic.channel}\` is retained`);
      return;
    }
    this.said.push({ ...read, retained, at: this.#hands.now() });
    if (!retained) this.#checkSeq(read);
  }

  /** `seq` goes up by one for each message of a boot; an act that is sent again keeps its own (section 3). */
  #checkSeq(read: Read): void {
    if (read.kind === "gone") return;
    const { boot, seq } = read.says;
    const last = this.said
      .slice(0, -1)
      .findLast((said) => !said.retained && said.kind !== "gone" && said.says.boot === boot);
    if (last === undefined || last.kind === "gone") return;
    const repeated = read.kind === "act" && seq <= last.says.seq;
    if (!repeated && seq <= last.says.seq) {
      this.#fault ??= new Broken("C-7", `seq ${seq} after ${last.says.seq} of the same boot`);
    }
  }
}

type Read =
  | { readonly kind: "state"; readonly says: OnlineState }
  | { readonly kind: "gone"; readonly says: OfflineState }
  | { readonly kind: "bead"; readonly says: Bead }
  | { readonly kind: "act"; readonly says: Act };

function readUp(channel: UpChannel, payload: Buffer): Read | Broken {
  if (channel === "bead") {
    const bead = parseBead(payload);
    return bead.fault === undefined ? { kind: "bead", says: bead.value } : invalid(channel, bead);
  }
  if (channel === "act") {
    const act = parseAct(payload);
    return act.fault === undefined ? { kind: "act", says: act.value } : invalid(channel, act);
  }
  const state = parseState(payload);
  if (state.fault !== undefined) return invalid(channel, state);
  return state.value.online ? { kind: "state", says: state.value } : { kind: "gone", says: state.value };
}

function invalid(channel: UpChannel, { fault, detail }: { fault: string; detail: string }): Broken {
  return new Broken("M-1", `\`up/${channel}\` is no good: ${fault}${detail === "" ? "" : ` (${detail})`}`);
}

/** Both slots alike. */
export function same(a: BySlot, b: BySlot): boolean {
  return a.h === b.h && a.t === b.t;
}
