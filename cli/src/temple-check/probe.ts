import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sendAtOnce } from "@flower-war/protocol/sockets";
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
} from "@flower-war/protocol/temple";
import { connectAsync, type MqttClient } from "mqtt";
import { EXIT, Failure } from "../failure.ts";
import type { Hands } from "./hands.ts";

/** The temple breaks a rule of the protocol. The message says how. */
export class RuleBroken extends Error {
  readonly rule: string;

  constructor(rule: string, message: string) {
    super(message);
    this.rule = rule;
  }
}

/** A message that the temple published. */
export type TempleMessage = { readonly retained: boolean; readonly at: number } & (
  | { readonly kind: "state"; readonly content: OnlineState }
  | { readonly kind: "gone"; readonly content: OfflineState }
  | { readonly kind: "bead"; readonly content: Bead }
  | { readonly kind: "act"; readonly content: Act }
);

/** ms of the temple's time between two checks for messages. */
const STEP = 250;
/** ms to wait for the broker. */
const BROKER_TIMEOUT = 10_000;
/** ms of real time that a message may take. A simulated temple's time may pass faster. */
const TRANSIT = 2_000;
/** A topic for messages to this check itself. When they arrive, everything before them has arrived. */
const BARRIER = formatTopic({ to: "up", templeId: "temple-check", channel: "state" });

const NONE = { h: 0, t: 0 };

/** The display during the check. Vectors change single fields. */
const DISPLAY: Display = {
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
  offerings: NONE,
  fix: NONE,
  epoch: null,
  judged: NONE,
  apocalypse: { state: "none", count: 0, of: 13, ruling: null, discs: 0 },
  end: null,
  last: null,
  lines: ["Check", "Drop beads"],
};

/** Plays the bridge's part for one temple, and stores all messages of the temple. */
export class Probe {
  readonly messages: TempleMessage[] = [];
  readonly #client: MqttClient;
  readonly #hands: Hands;
  readonly #templeId: string;
  readonly #bridgeId: string;
  readonly #start = randomBytes(4).toString("hex");
  #fault: RuleBroken | null = null;
  #barrier = "";
  #marks = 0;

  /**
   * Connects to the broker as a bridge.
   * @param url the broker's, with user name and password of a bridge
   * @throws Failure if the broker does not accept the connection
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
      sendAtOnce(client.stream);
      const probe = new Probe(client, templeId, bridgeId, hands);
      await client.subscribeAsync(FILTERS.allTemples, { qos: 1 });
      const notice = formatBridgeNotice({ id: bridgeId, online: true, start: probe.#start });
      await client.publishAsync(will.topic, notice, will);
      return probe;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Failure(EXIT.unreachable, `The broker does not accept the connection: ${reason}.`);
    }
  }

  private constructor(client: MqttClient, templeId: string, bridgeId: string, hands: Hands) {
    this.#client = client;
    this.#templeId = templeId;
    this.#bridgeId = bridgeId;
    this.#hands = hands;
    client.on("message", (name, payload, { retain }) => this.#receive(name, payload, retain));
  }

  /** Returns a mark that was never used before. */
  newMark(): string {
    return `${this.#start}.${++this.#marks}`;
  }

  /** Publishes a display with these fields. */
  async show(fields: Partial<Display>): Promise<void> {
    await this.send("display", formatDisplay({ ...DISPLAY, ...fields }), true);
  }

  async ack(ack: Ack): Promise<void> {
    await this.send("ack", formatAck(ack));
  }

  async command(op: Cmd["op"], retain = false): Promise<void> {
    await this.send("cmd", formatCmd({ id: randomBytes(4).toString("hex"), op }), retain);
  }

  /** Publishes any bytes to the temple. */
  async send(channel: "display" | "ack" | "cmd", payload: string | Buffer, retain = false): Promise<void> {
    const topic = formatTopic({ to: "down", templeId: this.#templeId, channel });
    await this.#client.publishAsync(topic, payload, { qos: 1, retain });
  }

  /**
   * Waits until `find` returns something, for `ms` of the temple's time.
   * @throws RuleBroken with the rule, and `what` is missing
   */
  async until<T>(rule: string, what: string, ms: number, find: () => T | undefined): Promise<T> {
    const since = performance.now();
    for (let waited = 0; ; ) {
      await this.drain();
      const found = find();
      if (found !== undefined) return found;
      if (waited >= ms && performance.now() - since >= TRANSIT) throw new RuleBroken(rule, what);
      if (waited >= ms) await sleep(STEP / 10);
      else await this.#hands.wait(STEP);
      waited += STEP;
    }
  }

  /** Waits so many ms of the temple's time, and receives its messages. */
  async pass(ms: number): Promise<void> {
    for (let waited = 0; waited < ms; waited += STEP) {
      await this.#hands.wait(Math.min(STEP, ms - waited));
      await this.drain();
    }
  }

  /** Requests a report and waits for it. By then the temple has handled everything that was sent before. */
  async sync(rule = "N-3"): Promise<OnlineState> {
    await this.drain();
    const from = this.messages.length;
    await this.command("report");
    return this.until(rule, "no state after the command `report`", 5_000, () => this.states(from)[0]);
  }

  /** Returns the states that the temple published since message `from`, retained ones not included. */
  states(from: number): OnlineState[] {
    return this.messages
      .slice(from)
      .flatMap((message) => (message.kind === "state" && !message.retained ? [message.content] : []));
  }

  /** Returns the beads that the temple published since message `from`. */
  beads(from: number): Bead[] {
    return this.messages.slice(from).flatMap((message) => (message.kind === "bead" ? [message.content] : []));
  }

  /** Resolves with the temple's state that the broker retains. */
  async readRetainedState(): Promise<OnlineState | OfflineState> {
    const from = this.messages.length;
    await this.#client.subscribeAsync(FILTERS.allTemples, { qos: 1 });
    return this.until("T-2", "`up/state` is not retained", 1_000, () => {
      const copy = this.messages.slice(from).find(({ retained }) => retained);
      return copy?.kind === "state" || copy?.kind === "gone" ? copy.content : undefined;
    });
  }

  /**
   * Waits until everything published before has arrived.
   * @throws RuleBroken if a message was wrong
   */
  async drain(): Promise<void> {
    const id = randomBytes(8).toString("hex");
    const deadline = performance.now() + BROKER_TIMEOUT;
    await this.#client.publishAsync(BARRIER, id, { qos: 1 });
    while (this.#barrier !== id) {
      if (performance.now() > deadline)
        throw new Failure(EXIT.failed, "The broker does not deliver what this check publishes.");
      await sleep(2);
    }
    if (this.#fault !== null) throw this.#fault;
  }

  /** Forgets the fault of a message that was reported already. */
  clearFault(): void {
    this.#fault = null;
  }

  /** Removes its retained messages from the broker, and disconnects. */
  async close(): Promise<void> {
    await this.send("display", "", true);
    await this.send("cmd", "", true);
    const notice = formatBridgeNotice({ id: this.#bridgeId, online: false, start: this.#start });
    const topic = formatTopic({ to: "bridge", bridgeId: this.#bridgeId });
    await this.#client.publishAsync(topic, notice, { qos: 1, retain: true });
    await this.#client.endAsync();
  }

  #receive(name: string, payload: Buffer, retained: boolean): void {
    if (name === BARRIER) {
      this.#barrier = payload.toString();
      return;
    }
    const topic = parseTopic(name);
    if (topic?.to !== "up" || topic.templeId !== this.#templeId) return;
    const read = readUp(topic.channel, payload);
    if (read instanceof RuleBroken) {
      this.#fault ??= read;
      return;
    }
    if (retained && topic.channel !== "state") {
      this.#fault ??= new RuleBroken("T-2", `\`up/${topic.channel}\` is retained`);
      return;
    }
    this.messages.push({ ...read, retained, at: this.#hands.now() });
    if (!retained) this.#checkSeq(read);
  }

  /** Checks that `seq` rises within a boot. An act that is sent again keeps its own (section 3). */
  #checkSeq(read: Read): void {
    if (read.kind === "gone") return;
    const { boot, seq } = read.content;
    const last = this.messages
      .slice(0, -1)
      .findLast((message) => !message.retained && message.kind !== "gone" && message.content.boot === boot);
    if (last === undefined || last.kind === "gone") return;
    const repeated = read.kind === "act" && seq <= last.content.seq;
    if (!repeated && seq <= last.content.seq) {
      this.#fault ??= new RuleBroken("C-7", `seq ${seq} after ${last.content.seq} of the same boot`);
    }
  }
}

type Read =
  | { readonly kind: "state"; readonly content: OnlineState }
  | { readonly kind: "gone"; readonly content: OfflineState }
  | { readonly kind: "bead"; readonly content: Bead }
  | { readonly kind: "act"; readonly content: Act };

function readUp(channel: UpChannel, payload: Buffer): Read | RuleBroken {
  switch (channel) {
    case "bead": {
      const bead = parseBead(payload);
      return bead.fault === undefined ? { kind: "bead", content: bead.value } : invalid(channel, bead);
    }
    case "act": {
      const act = parseAct(payload);
      return act.fault === undefined ? { kind: "act", content: act.value } : invalid(channel, act);
    }
    case "state": {
      const state = parseState(payload);
      if (state.fault !== undefined) return invalid(channel, state);
      return state.value.online
        ? { kind: "state", content: state.value }
        : { kind: "gone", content: state.value };
    }
  }
}

function invalid(channel: UpChannel, { fault, detail }: { fault: string; detail: string }): RuleBroken {
  return new RuleBroken(
    "M-1",
    `\`up/${channel}\` is invalid: ${fault}${detail === "" ? "" : ` (${detail})`}`,
  );
}

/** Whether both slots are equal. */
export function areEqual(a: BySlot, b: BySlot): boolean {
  return a.h === b.h && a.t === b.t;
}
