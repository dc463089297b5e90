import type { BridgeNotice, Cmd, Display } from "./down.ts";
import { type BySlot, SLOTS, type Slot, type Stamp } from "./types.ts";
import type { Act, Bead, OfflineState, OnlineState } from "./up.ts";

/** N-3, in ms of uptime. */
const HEARTBEAT = { every: 60_000, spread: 10_000 };
const AFTER_BURST = 1_000;
const WHILE_UNJUDGED = [5_000, 10_000, 20_000, 40_000, 60_000];
const AFTER_BRIDGE_START = 3_000;
/** Section 3, `up/act`: how often, and how many times in all. */
const ACT = { every: 5_000, times: 3 };
const REMEMBERED_CMDS = 4;

export interface CounterOptions {
  /** 8-16 hex digits, new at each power-up. */
  readonly boot: string;
  /** Counters kept in flash have an epoch of their own; left out: counters in RAM. */
  readonly epoch?: string;
  readonly count?: BySlot;
  /** What the firmware calls itself, at most 40 characters. */
  readonly fw: string;
  readonly caps?: readonly string[];
  /** V-2; left out: 2. A keeper (3) tells of its faults. */
  readonly level?: 2 | 3;
  /** 0 to 1, for the spread of N-3. */
  readonly random?: () => number;
}

/** What is to be published now. */
export interface Due {
  readonly state: OnlineState | null;
  readonly act: Act | null;
}

/**
 * A temple's own counting core: what a firmware does between its sensors and its radio. It counts and never judges;
 * it has no clock, every `now` is the uptime in ms. Messages it returns are to be published at once, or lost: the
 * next one repairs it (section 1).
 */
export class Counter {
  readonly boot: string;
  #epoch: string;
  #count: BySlot;
  #conn = 0;
  #seq = 0;
  #stamp: Stamp | null = null;
  #display: Display | null = null;
  readonly #self: Pick<OnlineState, "level" | "fw" | "caps">;
  readonly #random: () => number;
  readonly #starts = new Map<string, string>();
  #cmds: readonly string[] = [];
  #faults: readonly string[] = [];
  #alarms: readonly number[] = [];
  #asking: readonly number[] = [];
  #heartbeat = 0;
  #acting: { readonly act: Act; readonly left: number; readonly at: number } | null = null;

  constructor({ boot, epoch = boot, count, fw, caps, level = 2, random = Math.random }: CounterOptions) {
    this.boot = boot;
    this.#epoch = epoch;
    this.#count = count ?? { h: 0, t: 0 };
    this.#self = { level, fw, ...(caps !== undefined && { caps }) };
    this.#random = random;
  }

  get epoch(): string {
    return this.#epoch;
  }

  /** Beads counted in this epoch. */
  get count(): BySlot {
    return this.#count;
  }

  /** The picture on show, `null` before the first. */
  get display(): Display | null {
    return this.#display;
  }

  /** Beads of which the bridge has not told a verdict yet. */
  get unjudged(): boolean {
    const display = this.#display;
    return display?.epoch === this.#epoch && SLOTS.some((slot) => display.judged[slot] < this.#count[slot]);
  }

  /** The last will of the coming connection (N-1). */
  will(): OfflineState {
    return { online: false, boot: this.boot, conn: this.#conn + 1 };
  }

  /** A clean goodbye of the present connection. */
  goodbye(why: NonNullable<OfflineState["why"]>): OfflineState {
    return { online: false, boot: this.boot, conn: this.#conn, why };
  }

  /** After CONNACK and SUBSCRIBE: the first message of the connection (N-2). */
  connected(now: number): OnlineState {
    this.#conn += 1;
    return this.report(now);
  }

  /** A bead fell. */
  drop(slot: Slot, now: number): Bead {
    const n = this.#count[slot] + 1;
    this.#count = { ...this.#count, [slot]: n };
    this.#alarms = [now + AFTER_BURST];
    this.#asking = WHILE_UNJUDGED.map((after) => now + after);
    return { ...this.#counting(now), slot, n, at: now };
  }

  /** A button was pressed; `tick` repeats the act until `answered`. */
  press(button: { act: "pair" | "unpair" } | { act: "returned"; slot: Slot; num: number }, now: number): Act {
    const act: Act = { boot: this.boot, seq: this.#next(), ...button };
    this.#acting = { act, left: ACT.times - 1, at: now + ACT.every };
    return act;
  }

  /** An ack for an act of this boot came. */
  answered(seq: number): void {
    if (this.#acting?.act.seq === seq) this.#acting = null;
  }

  /** A display came; an empty payload is `null` (T-3). The first sight of a mark fixes the stamp. */
  show(display: Display | null): void {
    this.#display = display;
    if (display !== null && display.mark !== this.#stamp?.mark) {
      this.#stamp = { mark: display.mark, base: this.#count };
    }
  }

  /** A bridge said that it is there: to a new start the temple answers within 3 s (N-3). */
  notice({ id, online, start }: BridgeNotice, now: number): void {
    if (!online || this.#starts.get(id) === start) return;
    this.#starts.set(id, start);
    this.#alarms = [...this.#alarms, now + this.#random() * AFTER_BRIDGE_START];
  }

  /** Is this command to be obeyed? One heard among the last 4 is not (section 3, `down/cmd`). */
  heeds({ id }: Cmd): boolean {
    if (this.#cmds.includes(id)) return false;
    this.#cmds = [...this.#cmds, id].slice(-REMEMBERED_CMDS);
    return true;
  }

  /** Begins a new run of the counters at 0 (`down/cmd`, `epoch`). */
  restartCounting(epoch: string): void {
    this.#epoch = epoch;
    this.#count = { h: 0, t: 0 };
    if (this.#stamp !== null) this.#stamp = { mark: this.#stamp.mark, base: this.#count };
  }

  /** Sensors broke, or work again (`faults` of section 3): told at once (N-3). */
  setFaults(faults: readonly string[], now: number): void {
    if (faults.join() === this.#faults.join()) return;
    this.#faults = faults;
    this.#alarms = [...this.#alarms, now];
  }

  /** `up/state` as of now; nothing that was due before is owed any more. */
  report(now: number): OnlineState {
    this.#forgetDue(now);
    this.#heartbeat = now + HEARTBEAT.every + (2 * this.#random() - 1) * HEARTBEAT.spread;
    const faults = this.#self.level === 3 ? { faults: this.#faults } : {};
    return { ...this.#counting(now), online: true, conn: this.#conn, ...this.#self, ...faults };
  }

  /** The uptime at which `tick` has something to say, if nothing happens before. */
  due(): number {
    const asking = this.unjudged ? this.#asking : [];
    return Math.min(
      this.#heartbeat,
      ...this.#alarms,
      ...asking,
      this.#acting?.at ?? Number.POSITIVE_INFINITY,
    );
  }

  /** What is due by now (N-3). Call it only while connected. */
  tick(now: number): Due {
    const late = (at: number) => at <= now;
    const asked = this.unjudged && this.#asking.some(late);
    const reporting = asked || late(this.#heartbeat) || this.#alarms.some(late);
    this.#forgetDue(now);
    return { act: this.#repeat(now), state: reporting ? this.report(now) : null };
  }

  #forgetDue(now: number): void {
    this.#alarms = this.#alarms.filter((at) => at > now);
    this.#asking = this.#asking.filter((at) => at > now);
  }

  #repeat(now: number): Act | null {
    const acting = this.#acting;
    if (acting === null || acting.at > now) return null;
    this.#acting = acting.left > 1 ? { ...acting, left: acting.left - 1, at: now + ACT.every } : null;
    return acting.act;
  }

  #counting(now: number) {
    return {
      boot: this.boot,
      epoch: this.#epoch,
      seq: this.#next(),
      count: this.#count,
      stamp: this.#stamp,
      up: Math.floor(now) % 2 ** 32,
    };
  }

  #next(): number {
    return this.#seq++;
  }
}
