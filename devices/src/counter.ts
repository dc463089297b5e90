import type { Random } from "@flower-war/protocol/ports";
import {
  type Act,
  type Bead,
  type BridgeNotice,
  type BySlot,
  type Cmd,
  type Display,
  type OfflineState,
  type OnlineState,
  SLOTS,
  type Slot,
  type Stamp,
} from "@flower-war/protocol/temple";

/** When a temple reports (N-3), in ms. */
const HEARTBEAT = { every: 60_000, spread: 10_000 };
/** ms after the last bead. */
const AFTER_BURST = 1_000;
/** ms after the last bead, while a bead has no verdict. */
const WHILE_UNJUDGED = [5_000, 10_000, 20_000, 40_000, 60_000];
/** The most ms after a bridge's start. */
const AFTER_BRIDGE_START = 3_000;
/** How often an act is published, in ms, and how many times in all (section 3, `up/act`). */
const ACT = { every: 5_000, times: 3 };
/** Commands whose repetition is ignored (section 3, `down/cmd`). */
const MAX_COMMAND_IDS = 4;

export interface CounterOptions {
  /** 8-16 hex digits, new at each power-up. */
  readonly boot: string;
  /** The epoch of stored counters. Default: `boot`, for counters in RAM. */
  readonly epoch?: string;
  readonly count?: BySlot;
  /** The firmware's name and version, at most 40 characters. */
  readonly fw: string;
  readonly caps?: readonly string[];
  /** The language of its display's lines (BCP 47). Default: the bridge's choice. */
  readonly lang?: string;
  /** V-2. Default 2. A temple of level 3 reports its faults. */
  readonly level?: 2 | 3;
  /** Why the temple started, like `power-on`. Default: it does not know. */
  readonly reset?: string;
  /** Returns its Wi-Fi's signal in dBm, or `null`. Default: it does not know. */
  readonly readSignal?: () => number | null;
  /** Spreads the reports of N-3. */
  readonly random: Pick<Random, "fraction">;
}

/** Messages to publish now. */
export interface DueMessages {
  readonly state: OnlineState | null;
  readonly act: Act | null;
}

/**
 * A temple's counting core, between its sensors and its radio. It counts and never judges. It has no clock: every `now`
 * is the uptime in ms. Publish the messages it returns at once or drop them; the next one repairs the loss (section 1).
 */
export class Counter {
  readonly boot: string;
  #epoch: string;
  #count: BySlot;
  #conn = 0;
  #seq = 0;
  #stamp: Stamp | null = null;
  #display: Display | null = null;
  readonly #description: Pick<OnlineState, "level" | "fw" | "reset" | "lang" | "caps">;
  readonly #readSignal: () => number | null;
  readonly #random: Pick<Random, "fraction">;
  /** The last `start` of each bridge. */
  readonly #bridgeStarts = new Map<string, string>();
  #commandIds: readonly string[] = [];
  #faults: readonly string[] = [];
  #heartbeatAt = 0;
  #reportTimes: readonly number[] = [];
  /** Reports that are due only while a bead has no verdict. */
  #unjudgedReportTimes: readonly number[] = [];
  /** The last act, until its final ack arrives: how often it is still published, and when. */
  #openAct: { readonly act: Act; readonly repeatsLeft: number; readonly at: number } | null = null;

  constructor(options: CounterOptions) {
    const {
      boot,
      epoch = boot,
      count,
      fw,
      reset,
      caps,
      lang,
      level = 2,
      random,
      readSignal = () => null,
    } = options;
    this.boot = boot;
    this.#epoch = epoch;
    this.#count = count ?? { h: 0, t: 0 };
    this.#description = {
      level,
      fw,
      ...(reset !== undefined && { reset }),
      ...(caps !== undefined && { caps }),
      ...(lang !== undefined && { lang }),
    };
    this.#readSignal = readSignal;
    this.#random = random;
  }

  get epoch(): string {
    return this.#epoch;
  }

  /** Beads counted in this epoch. */
  get count(): BySlot {
    return this.#count;
  }

  /** The current display; `null` before the first. */
  get display(): Display | null {
    return this.#display;
  }

  /** Whether the display says that a bead of this epoch has no verdict yet. */
  get hasUnjudged(): boolean {
    const display = this.#display;
    return display?.epoch === this.#epoch && SLOTS.some((slot) => display.judged[slot] < this.#count[slot]);
  }

  /** Returns the last will for the next connection (N-1). */
  composeWill(): OfflineState {
    return { online: false, boot: this.boot, conn: this.#conn + 1 };
  }

  /** Returns a clean goodbye for the current connection. */
  composeGoodbye(why: NonNullable<OfflineState["why"]>): OfflineState {
    return { online: false, boot: this.boot, conn: this.#conn, why };
  }

  /** Begins a connection, after CONNACK and SUBSCRIBE; returns its first message (N-2). */
  beginConnection(now: number): OnlineState {
    this.#conn += 1;
    return this.report(now);
  }

  /** Counts a bead that fell. */
  drop(slot: Slot, now: number): Bead {
    const n = this.#count[slot] + 1;
    this.#count = { ...this.#count, [slot]: n };
    this.#reportTimes = [now + AFTER_BURST];
    this.#unjudgedReportTimes = WHILE_UNJUDGED.map((delay) => now + delay);
    return { ...this.#countingFields(now), slot, n, at: now };
  }

  /** Returns the act for a pressed button. `tick` repeats it until `answerAct`. */
  press(button: { act: "pair" | "unpair" } | { act: "returned"; slot: Slot; num: number }, now: number): Act {
    const act: Act = { boot: this.boot, seq: this.#nextSeq(), ...button };
    this.#openAct = { act, repeatsLeft: ACT.times - 1, at: now + ACT.every };
    return act;
  }

  /** The ack of an act of this boot arrived: it is repeated no more, or, if it is `pending`, three times from now on. */
  answerAct(seq: number, isPending: boolean, now: number): void {
    if (this.#openAct?.act.seq !== seq) return;
    this.#openAct = isPending ? { ...this.#openAct, repeatsLeft: ACT.times, at: now + ACT.every } : null;
  }

  /** Shows a display; `null`: none (T-3). The first display with a mark sets the stamp. */
  show(display: Display | null): void {
    this.#display = display;
    if (display !== null && display.mark !== this.#stamp?.mark) {
      this.#stamp = { mark: display.mark, base: this.#count };
    }
  }

  /** Schedules a report within 3 s if a bridge has a new `start` (N-3). */
  handleNotice({ id, online, start }: BridgeNotice, now: number): void {
    if (!online || this.#bridgeStarts.get(id) === start) return;
    this.#bridgeStarts.set(id, start);
    this.#reportTimes = [...this.#reportTimes, now + this.#random.fraction() * AFTER_BRIDGE_START];
  }

  /** Remembers a command; returns whether to carry it out, that is whether it is not among the last 4. */
  acceptCommand({ id }: Cmd): boolean {
    if (this.#commandIds.includes(id)) return false;
    this.#commandIds = [...this.#commandIds, id].slice(-MAX_COMMAND_IDS);
    return true;
  }

  /** Begins a new epoch at 0 (`down/cmd`, `epoch`). */
  restartCounting(epoch: string): void {
    this.#epoch = epoch;
    this.#count = { h: 0, t: 0 };
    if (this.#stamp !== null) this.#stamp = { mark: this.#stamp.mark, base: this.#count };
  }

  /** Sets the faults of section 3; a change is due to be reported at once (N-3). */
  setFaults(faults: readonly string[], now: number): void {
    if (faults.join() === this.#faults.join()) return;
    this.#faults = faults;
    this.#reportTimes = [...this.#reportTimes, now];
  }

  /** Returns `up/state` as of now. It replaces every report that was due. */
  report(now: number): OnlineState {
    this.#dropPastTimes(now);
    this.#heartbeatAt = now + HEARTBEAT.every + (2 * this.#random.fraction() - 1) * HEARTBEAT.spread;
    const rssi = this.#readSignal();
    return {
      ...this.#countingFields(now),
      online: true,
      conn: this.#conn,
      ...this.#description,
      ...(rssi !== null && { rssi }),
      ...(this.#description.level === 3 && { faults: this.#faults }),
    };
  }

  /** Returns the uptime at which `tick` next has a message, unless something happens before. */
  nextDueAt(): number {
    const unjudged = this.hasUnjudged ? this.#unjudgedReportTimes : [];
    const { repeatsLeft = 0, at = 0 } = this.#openAct ?? {};
    return Math.min(this.#heartbeatAt, ...this.#reportTimes, ...unjudged, ...(repeatsLeft > 0 ? [at] : []));
  }

  /** Returns the messages that are due by now (N-3). Call it only while connected. */
  tick(now: number): DueMessages {
    const isDue = (at: number) => at <= now;
    const isUnjudgedDue = this.hasUnjudged && this.#unjudgedReportTimes.some(isDue);
    const isReportDue = isUnjudgedDue || isDue(this.#heartbeatAt) || this.#reportTimes.some(isDue);
    this.#dropPastTimes(now);
    return { act: this.#repeatAct(now), state: isReportDue ? this.report(now) : null };
  }

  #dropPastTimes(now: number): void {
    this.#reportTimes = this.#reportTimes.filter((at) => at > now);
    this.#unjudgedReportTimes = this.#unjudgedReportTimes.filter((at) => at > now);
  }

  #repeatAct(now: number): Act | null {
    const open = this.#openAct;
    if (open === null || open.repeatsLeft === 0 || open.at > now) return null;
    this.#openAct = { ...open, repeatsLeft: open.repeatsLeft - 1, at: now + ACT.every };
    return open.act;
  }

  #countingFields(now: number) {
    return {
      boot: this.boot,
      epoch: this.#epoch,
      seq: this.#nextSeq(),
      count: this.#count,
      stamp: this.#stamp,
      up: Math.floor(now) % 2 ** 32,
    };
  }

  #nextSeq(): number {
    return this.#seq++;
  }
}
