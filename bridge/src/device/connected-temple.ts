import { randomBytes } from "node:crypto";
import {
  type Ack,
  type Act,
  type BeadsAck,
  type BySlot,
  Counter,
  type CounterOptions,
  type Display,
  type DownChannel,
  formatAct,
  formatBead,
  formatState,
  isRetained,
  parseAck,
  parseBridgeNotice,
  parseCmd,
  parseDisplay,
  parseTopic,
  type Slot,
} from "@flower-war/client-sdk/temple";
import { type Connection, Line, type LineOptions } from "./line.ts";

export interface ConnectedTempleOptions extends LineOptions {
  /** What it is; left out: a simulator, with counters in RAM. */
  readonly self?: Pick<CounterOptions, "fw" | "level" | "caps">;
  /** Counters that outlive a power cut, kept before a bead is told (N-6). */
  readonly flash?: Flash;
}

/** What a power cut leaves of a temple. */
export interface Flash {
  /** `null`: nothing was kept yet. */
  load(): { readonly epoch: string; readonly count: BySlot } | null;
  /** Throws if it cannot. */
  save(kept: { readonly epoch: string; readonly count: BySlot }): void;
}

/** Verdicts that are remembered. */
const LATEST = 50;

/** The counting core, joined to a broker as N-1 to N-6 say: a temple but for its sensors, lamps and buttons. */
export class ConnectedTemple {
  readonly id: string;
  readonly #options: ConnectedTempleOptions;
  readonly #counter: Counter;
  readonly #line: Line;
  readonly #born = performance.now();
  readonly #bridges = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #faults: readonly string[] = [];
  /** Whether the counters could not be kept. */
  #unkept = false;
  #verdicts: readonly BeadsAck[] = [];
  #alarm: NodeJS.Timeout | undefined;

  constructor(options: ConnectedTempleOptions) {
    const { id, self = { fw: "simulator 1", caps: ["display", "button"] }, flash } = options;
    this.id = id;
    this.#options = options;
    this.#counter = new Counter({ boot: hexId(), ...self, ...flash?.load() });
    this.#line = new Line(options, {
      will: () => formatState(this.#counter.will()),
      opened: () => this.#welcome(),
      heard: (topic, payload, retained) => this.#hear(topic, payload, retained),
      lost: () => {
        this.#bridges.clear();
        this.#changed();
      },
      changed: () => this.#changed(),
    });
  }

  get connection(): Connection {
    return this.#line.connection;
  }

  /**
   * Why the broker did not take the newest message, as MQTT 5 tells it; `null`: it took it, does not tell, or is being
   * asked anew.
   */
  get refusal(): string | null {
    return this.#line.refusal;
  }

  /** Is a bridge listening? */
  get bridgeOnline(): boolean {
    return this.#bridges.size > 0;
  }

  /** Is nobody there who would take a bead, or nothing known of it (J-13)? */
  get waits(): boolean {
    return this.connection !== "connected" || !this.bridgeOnline || this.display === null;
  }

  /** The lamps: would a bead be taken now (J-13)? */
  get lit(): BySlot<boolean> {
    return (this.waits ? undefined : this.display?.open) ?? { h: false, t: false };
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
        if (this.connection === "connecting") return;
        stop();
        resolve();
      });
    });
    this.#line.open();
    await answered;
  }

  /** A bead falls into a slot. Offline it is counted all the same (N-6). */
  drop(slot: Slot): void {
    const bead = this.#counter.drop(slot, this.#now());
    this.#keep();
    this.#line.publish("bead", formatBead(bead));
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
    clearTimeout(this.#alarm);
    await this.#line.close(() => formatState(this.#counter.goodbye("off")));
  }

  #welcome(): void {
    this.#line.publish("state", formatState(this.#counter.connected(this.#now())));
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
      this.#line.publish("state", formatState(this.#counter.report(this.#now())));
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
    this.#line.publish("act", formatAct(act));
    this.#changed();
  }

  #tick(): void {
    const { state, act } = this.#counter.tick(this.#now());
    if (state !== null) this.#line.publish("state", formatState(state));
    if (act !== null) this.#line.publish("act", formatAct(act));
    this.#rearm();
  }

  #rearm(): void {
    clearTimeout(this.#alarm);
    if (this.connection !== "connected") return;
    this.#alarm = setTimeout(() => this.#tick(), Math.max(0, this.#counter.due() - this.#now()));
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
