import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Ack,
  type Act,
  type BeadsAck,
  type BySlot,
  Counter,
  type CounterOptions,
  type Display,
  type DownChannel,
  FILTERS,
  formatAct,
  formatBead,
  formatState,
  formatTopic,
  isRetained,
  parseAck,
  parseBridgeNotice,
  parseCmd,
  parseDisplay,
  parseTopic,
  type Slot,
  type Topic,
  type UpChannel,
} from "@flower-war/client-sdk/temple";
import { connect, type MqttClient } from "mqtt";

export interface ConnectedTempleOptions {
  readonly id: string;
  readonly secret: string;
  /** The broker, e.g. `mqtt://127.0.0.1:1883`. */
  readonly url: string;
  /** What it is; left out: a simulator, with counters in RAM. */
  readonly self?: Pick<CounterOptions, "fw" | "level" | "caps">;
  /** Counters that outlive a power cut, kept before a bead is told (N-6). */
  readonly flash?: Flash;
  /** The CAs that may vouch for a broker of `mqtts://`, as PEM: these and no others. */
  readonly ca?: string;
  /** ms before the first try to come back, doubled each time; left out: as N-4 says. */
  readonly retry?: number;
}

/** What a power cut leaves of a temple. */
export interface Flash {
  /** `null`: nothing was kept yet. */
  load(): { readonly epoch: string; readonly count: BySlot } | null;
  /** Throws if it cannot. */
  save(kept: { readonly epoch: string; readonly count: BySlot }): void;
}

/** `refused`: the broker does not accept user or password, or cuts the temple off whenever it says something (N-4). */
export type Connection = "connecting" | "connected" | "refused" | "closed";

/** N-4, in ms */
const RETRY = { first: 1_000, most: 60_000, refused: 60_000 };
/** ms to wait for the broker to take our goodbye. */
const GOODBYE = 1_000;
const LATEST = 50;
/** N-4: so many connections in a row that end right after a publish are a refusal. */
const CUTS = 3;

/** The counting core, joined to a broker as N-1 to N-6 say: a temple but for its sensors, lamps and buttons. */
export class ConnectedTemple {
  readonly id: string;
  readonly #options: ConnectedTempleOptions;
  readonly #counter: Counter;
  readonly #born = performance.now();
  readonly #bridges = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #faults: readonly string[] = [];
  /** Whether the counters could not be kept. */
  #unkept = false;
  #verdicts: readonly BeadsAck[] = [];
  #connection: Connection = "closed";
  #client: MqttClient | null = null;
  #failures = 0;
  /** Publishes of this connection that the broker has not acknowledged, and those that it has. */
  #unheard = 0;
  #heard = 0;
  /** Connections in a row that ended right after a publish (N-4). */
  #cut = 0;
  #retry: NodeJS.Timeout | undefined;
  #alarm: NodeJS.Timeout | undefined;

  constructor(options: ConnectedTempleOptions) {
    const { id, self = { fw: "simulator 1", caps: ["display", "button"] }, flash } = options;
    this.id = id;
    this.#options = options;
    this.#counter = new Counter({ boot: hexId(), ...self, ...flash?.load() });
  }

  get connection(): Connection {
    return this.#connection;
  }

  /** Is a bridge listening? */
  get bridgeOnline(): boolean {
    return this.#bridges.size > 0;
  }

  /** The lamps: would a bead be taken now (J-13)? */
  get lit(): BySlot<boolean> {
    const open = this.bridgeOnline ? this.display?.open : undefined;
    return open ?? { h: false, t: false };
  }

  /** The picture on show; `null`: none. */
  get display(): Display | null {
    return this.#counter.display;
  }

  /** Beads counted in this epoch. */
  get count(): BySlot {
    return this.#counter.count;
  }

  /** The latest verdicts told, the newest last. */
  get verdicts(): readonly BeadsAck[] {
    return this.#verdicts;
  }

  /** Calls after every change; returns the function that stops it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Connects, and comes back by itself from then on. Resolves at the first answer, whichever it is. */
  async connect(): Promise<void> {
    const answered = new Promise<void>((resolve) => {
      const stop = this.onChange(() => {
        if (this.#connection === "connecting") return;
        stop();
        resolve();
      });
    });
    this.#open();
    await answered;
  }

  /** A bead falls into a slot. Offline it is counted all the same (N-6). */
  drop(slot: Slot): void {
    const bead = this.#counter.drop(slot, this.#now());
    this.#keep();
    this.#publish("bead", formatBead(bead));
    this.#changed();
  }

  /** What is wrong with it, of `blocked-h` and so on (section 3); told at once. */
  setFaults(faults: readonly string[]): void {
    this.#faults = faults;
    this.#tellFaults();
  }

  /** A button: show a code, or leave the match. */
  press(act: "pair" | "unpair"): void {
    this.#act(this.#counter.press({ act }, this.#now()));
  }

  /** A button: so many beads were taken out of this half of the lake (J-11). */
  takeBack(slot: Slot, num: number): void {
    this.#act(this.#counter.press({ act: "returned", slot, num }, this.#now()));
  }

  /** Says goodbye and leaves. */
  async close(): Promise<void> {
    clearTimeout(this.#retry);
    clearTimeout(this.#alarm);
    const client = this.#client;
    this.#client = null;
    if (client?.connected === true) {
      const goodbye = formatState(this.#counter.goodbye("off"));
      const gone = client
        .publishAsync(this.#topic("state"), goodbye, { qos: 1, retain: true })
        .catch(() => {});
      await Promise.race([gone, sleep(GOODBYE, null, { ref: false })]);
    }
    await client?.endAsync(true);
    this.#connection = "closed";
    this.#changed();
  }

  /** One client a connection: the will names the connection it is for (N-1), and nothing is kept for the next. */
  #open(): void {
    this.#connection = "connecting";
    this.#unheard = 0;
    this.#heard = 0;
    const { ca } = this.#options;
    const client = connect(this.#options.url, {
      ...(ca !== undefined && { ca }),
      protocolVersion: 4,
      clientId: this.id,
      username: this.id,
      password: this.#options.secret,
      clean: true,
      keepalive: 20,
      reconnectPeriod: 0,
      will: {
        topic: this.#topic("state"),
        payload: Buffer.from(formatState(this.#counter.will())),
        qos: 1,
        retain: true,
      },
    });
    this.#client = client;
    client.on("connect", () => this.#welcome(client));
    client.on("message", (name, payload, { retain }) => this.#hear(name, payload, retain));
    client.on("error", (error: Error & { code?: unknown }) => {
      if (error.code === 4 || error.code === 5) this.#connection = "refused";
    });
    client.on("close", () => this.#lost(client));
  }

  /** N-2: subscribe, then report at once; arrivals are handled in later turns of the loop. */
  #welcome(client: MqttClient): void {
    this.#connection = "connected";
    this.#failures = 0;
    client.subscribe([FILTERS.temple(this.id), FILTERS.bridges], { qos: 1 });
    this.#publish("state", formatState(this.#counter.connected(this.#now())));
    this.#changed();
  }

  /** N-4: comes back after 1, 2, 4 .. 60 s, each +-50 %. */
  #lost(client: MqttClient): void {
    if (this.#client !== client) return;
    clearTimeout(this.#alarm);
    this.#bridges.clear();
    client.end(true);
    this.#cut = this.#heard > 0 || this.#unheard === 0 ? 0 : this.#cut + 1;
    if (this.#cut >= CUTS) {
      this.#cut = 0;
      this.#connection = "refused";
    }
    if (this.#connection !== "refused") this.#connection = "closed";
    const first = this.#options.retry ?? RETRY.first;
    const pause = Math.min(first * 2 ** this.#failures, RETRY.most) * (0.5 + Math.random());
    this.#failures += 1;
    this.#retry = setTimeout(() => this.#open(), this.#connection === "refused" ? RETRY.refused : pause);
    this.#changed();
  }

  /** Whatever arrives, the temple keeps its last good picture (M-2). A kept copy of ack or cmd is ignored (T-2). */
  #hear(name: string, payload: Uint8Array, retained: boolean): void {
    const topic = parseTopic(name);
    if (topic === null || (retained && !isRetained(topic))) return;
    if (topic.to === "bridge") this.#hearBridge(payload);
    if (topic.to === "down") this.#hearDown(topic.channel, payload);
    this.#changed();
  }

  #hearBridge(payload: Uint8Array): void {
    const notice = parseBridgeNotice(payload).value;
    if (notice === undefined) return;
    if (notice.online) this.#bridges.add(notice.id);
    else this.#bridges.delete(notice.id);
    this.#counter.notice(notice, this.#now());
  }

  #hearDown(channel: DownChannel, payload: Uint8Array): void {
    if (channel === "cmd") return this.#obey(payload);
    if (channel === "ack") return this.#note(parseAck(payload).value);
    if (payload.length === 0) return this.#counter.show(null);
    const display = parseDisplay(payload).value;
    if (display !== undefined) this.#counter.show(display);
  }

  #note(ack: Ack | undefined): void {
    if (ack?.about === "beads") this.#verdicts = [...this.#verdicts, ack].slice(-LATEST);
    if (ack?.about === "act" && ack.boot === this.#counter.boot) this.#counter.answered(ack.seq);
  }

  #obey(payload: Uint8Array): void {
    const cmd = parseCmd(payload).value;
    if (cmd === undefined || !this.#counter.heeds(cmd)) return;
    if (cmd.op === "epoch") {
      this.#counter.restartCounting(hexId());
      this.#keep();
    }
    if (cmd.op === "report" || cmd.op === "epoch") {
      this.#publish("state", formatState(this.#counter.report(this.#now())));
    }
  }

  /** Flash that fails is told of, and the temple counts on. */
  #keep(): void {
    const { epoch, count } = this.#counter;
    try {
      this.#options.flash?.save({ epoch, count });
      this.#unkept = false;
    } catch {
      this.#unkept = true;
    }
    this.#tellFaults();
  }

  #tellFaults(): void {
    this.#counter.setFaults(this.#unkept ? [...this.#faults, "storage"] : this.#faults, this.#now());
    this.#rearm();
  }

  #act(act: Act): void {
    this.#publish("act", formatAct(act));
    this.#changed();
  }

  #tick(): void {
    const { state, act } = this.#counter.tick(this.#now());
    if (state !== null) this.#publish("state", formatState(state));
    if (act !== null) this.#publish("act", formatAct(act));
    this.#rearm();
  }

  #rearm(): void {
    clearTimeout(this.#alarm);
    if (this.#connection !== "connected") return;
    this.#alarm = setTimeout(() => this.#tick(), Math.max(0, this.#counter.due() - this.#now()));
  }

  #publish(channel: UpChannel, payload: string): void {
    if (this.#client?.connected !== true) return;
    const topic: Topic = { to: "up", templeId: this.id, channel };
    this.#unheard += 1;
    this.#client.publish(formatTopic(topic), payload, { qos: 1, retain: isRetained(topic) }, (error) => {
      if (error) return;
      this.#unheard -= 1;
      this.#heard += 1;
    });
  }

  #topic(channel: UpChannel): string {
    return formatTopic({ to: "up", templeId: this.id, channel });
  }

  #now(): number {
    return Math.round(performance.now() - this.#born);
  }

  #changed(): void {
    this.#rearm();
    for (const listener of this.#listeners) listener();
  }
}

function hexId(): string {
  return randomBytes(4).toString("hex");
}
