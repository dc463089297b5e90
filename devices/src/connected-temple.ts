import { type Cancel, type Random, randomHex } from "@flower-war/protocol/ports";
import {
  type Ack,
  type Act,
  type BeadsAck,
  type BySlot,
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
  SLOTS,
  type Slot,
} from "@flower-war/protocol/temple";
import {
  BrokerConnection,
  type BrokerConnectionOptions,
  type ConnectionState,
  type Trouble,
} from "./broker-connection.ts";
import { Counter, type CounterOptions } from "./counter.ts";
import type { CounterStore } from "./counter-store.ts";
import { Echo } from "./echo.ts";
import { composeScreen, VerdictLines } from "./screen.ts";
import { soundOf, type Tune, tuneOf } from "./sounds.ts";
import { wordsOf } from "./words.ts";

export interface ConnectedTempleOptions extends BrokerConnectionOptions {
  /** Firmware, level and capabilities, and what the temple knows of its health. Default: a simulator's. */
  readonly description?: Pick<CounterOptions, "fw" | "level" | "caps" | "lang" | "reset" | "readSignal">;
  /** Stores the counters before a bead is published (N-6). Default: counters in RAM only. */
  readonly store?: CounterStore;
}

const SIMULATOR = { fw: "simulator 1", caps: ["display", "button"] };
/** Verdicts that `verdicts` holds at most. */
const MAX_VERDICTS = 50;
/** The ms for which a temple blinks at `identify` (`down/cmd`), and those of each lit or dark phase. */
const BLINK = { in: 5_000, each: 250 };

/** A whole temple (N-1 to N-6) except for sensors, lamps and buttons: the counting core and its broker connection. */
export class ConnectedTemple {
  readonly id: string;
  readonly #options: ConnectedTempleOptions;
  readonly #counter: Counter;
  readonly #broker: BrokerConnection;
  readonly #startedAt: number;
  readonly #bridges = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #faults: readonly string[] = [];
  #hasStoreFailed = false;
  #verdicts: readonly BeadsAck[] = [];
  readonly #verdictLines = new VerdictLines();
  readonly #echo = new Echo();
  readonly #soundListeners = new Set<(tune: Tune) => void>();
  /** Whether the display is empty, not only missing (T-3). */
  #isBlank = false;
  /** When the code on display expires, in ms of uptime; `null`: it does not. */
  #codeUntil: number | null = null;
  /** The end of the blinking, in ms of uptime. */
  #blinkUntil = 0;
  #owedBefore = false;
  #cancelTick: Cancel = () => {};
  #closing: Promise<void> | null = null;
  #cancelRedraw: Cancel = () => {};

  constructor(options: ConnectedTempleOptions) {
    const { id, description = SIMULATOR, store, time, random } = options;
    this.id = id;
    this.#options = options;
    this.#startedAt = time.monotonic();
    this.#counter = new Counter({ boot: newHexId(random), random, ...description, ...store?.load() });
    this.#broker = new BrokerConnection(options, {
      composeWill: () => formatState(this.#counter.composeWill()),
      onConnected: () => this.#handleConnect(),
      onMessage: (topic, payload, retained) => this.#handleMessage(topic, payload, retained),
      onDisconnected: () => {
        this.#bridges.clear();
        this.#notifyListeners();
      },
      onStateChange: () => this.#notifyListeners(),
    });
  }

  get connectionState(): ConnectionState {
    return this.#broker.state;
  }

  /** Why an MQTT 5 broker refused the newest message; `null` if it accepted it, gives no reason, or is reconnecting. */
  get refusalReason(): string | null {
    return this.#broker.refusalReason;
  }

  /** Why the temple is not connected; `null`: it is, or is still connecting. */
  get trouble(): Trouble | null {
    return this.#broker.trouble;
  }

  get isBridgeOnline(): boolean {
    return this.#bridges.size > 0;
  }

  /** Whether lamps must be closed and "wait" be shown: no broker, no bridge, or no display yet (J-13). */
  get isWaiting(): boolean {
    return this.connectionState !== "connected" || !this.isBridgeOnline || this.display === null;
  }

  /** Whether the lamp of each slot is lit, that is whether a bead would be accepted now (J-13). */
  get lamps(): BySlot<boolean> {
    return (this.isWaiting ? undefined : this.display?.open) ?? { h: false, t: false };
  }

  /** Whether both lamps are lit while the temple blinks at `identify`; `null`: it does not blink. */
  get blink(): boolean | null {
    const left = Math.ceil((this.#blinkUntil - this.#now()) / BLINK.each);
    return left > 0 ? left % 2 === 0 : null;
  }

  /** The current display; `null`: none. */
  get display(): Display | null {
    return this.#counter.display;
  }

  /** Beads to take out of each half of the lake (J-12), at most 99, which one act can confirm. */
  get owed(): BySlot {
    const { h, t } = this.display?.fix ?? { h: 0, t: 0 };
    return { h: Math.min(Math.max(0, -h), 99), t: Math.min(Math.max(0, -t), 99) };
  }

  /** Beads counted in this epoch. */
  get count(): BySlot {
    return this.#counter.count;
  }

  /** The latest verdicts, the newest last. */
  get verdicts(): readonly BeadsAck[] {
    return this.#verdicts;
  }

  /**
   * What a screen of four lines shows: beads to take out (J-12), then the newest verdicts for 3 s each (J-16), else what
   * the temple waits for (J-13), else the display's lines.
   */
  get screen(): readonly string[] {
    const { display, owed } = this;
    const now = this.#now();
    return composeScreen({
      owed,
      verdicts: this.#verdictLines.shownAt(now),
      trouble: this.trouble,
      refusalReason: this.refusalReason,
      isConnected: this.connectionState === "connected",
      isBridgeOnline: this.isBridgeOnline,
      isBlank: this.#isBlank,
      isCodeExpired: this.#codeUntil !== null && this.#codeUntil <= now,
      broker: new URL(this.#options.url).host,
      display,
      words: wordsOf(this.#options.description?.lang),
    });
  }

  /** Calls the listener with each sound to play (J-12, J-16, J-18); returns the function that unsubscribes it. */
  onSound(listener: (tune: Tune) => void): () => void {
    this.#soundListeners.add(listener);
    return () => this.#soundListeners.delete(listener);
  }

  /** Calls the listener after every change; returns the function that unsubscribes it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Connects and stays connected until `close`. Resolves when the first attempt has succeeded or failed. */
  async connect(): Promise<void> {
    const attempted = new Promise<void>((resolve) => {
      const unsubscribe = this.onChange(() => {
        if (this.connectionState === "connecting") return;
        unsubscribe();
        resolve();
      });
    });
    this.#broker.open();
    await attempted;
  }

  /** Counts a bead that fell into a slot, offline too (N-6). */
  drop(slot: Slot): void {
    const bead = this.#counter.drop(slot, this.#now());
    this.#echo.countBead(slot);
    this.#storeCounters();
    this.#broker.publish("bead", formatBead(bead));
    this.#notifyListeners();
  }

  /** Sets the sensors' faults, like `blocked-h` (section 3), and reports them at once. */
  setFaults(faults: readonly string[]): void {
    this.#faults = faults;
    this.#updateFaults();
  }

  /** Handles a button: show a code, or leave the match. */
  press(act: "pair" | "unpair"): void {
    this.#publishAct(this.#counter.press({ act }, this.#now()));
  }

  /** Handles the confirm button: `num` beads, 1-99, were taken out of this half of the lake (J-11). */
  takeBack(slot: Slot, num: number): void {
    this.#publishAct(this.#counter.press({ act: "returned", slot, num }, this.#now()));
  }

  /** Publishes a clean goodbye and disconnects, once: resolves when that is done. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#cancelTick();
    this.#cancelRedraw();
    await this.#broker.close(() => formatState(this.#counter.composeGoodbye("off")));
  }

  #handleConnect(): void {
    this.#broker.publish("state", formatState(this.#counter.beginConnection(this.#now())));
    this.#notifyListeners();
  }

  /** Ignores malformed messages (M-2) and retained copies of ack and cmd (T-2). */
  #handleMessage(name: string, payload: Uint8Array, retained: boolean): void {
    const topic = parseTopic(name);
    if (topic === null || (retained && !isRetained(topic))) return;
    if (topic.to === "bridge") this.#handleNotice(payload);
    if (topic.to === "down") this.#handleDown(topic.channel, payload);
    this.#notifyListeners();
  }

  #handleNotice(payload: Uint8Array): void {
    const notice = parseBridgeNotice(payload).value;
    if (notice === undefined) return;
    if (notice.online) this.#bridges.add(notice.id);
    else this.#bridges.delete(notice.id);
    this.#counter.handleNotice(notice, this.#now());
  }

  #handleDown(channel: DownChannel, payload: Uint8Array): void {
    switch (channel) {
      case "cmd":
        return this.#handleCommand(payload);
      case "ack":
        return this.#handleAck(parseAck(payload).value);
      case "display": {
        if (payload.length === 0) return this.#show(null);
        const display = parseDisplay(payload).value;
        if (display !== undefined) this.#show(display);
      }
    }
  }

  #show(display: Display | null): void {
    this.#isBlank = display === null;
    this.#codeUntil =
      display?.phase === "pairing" && display.expires !== null
        ? this.#now() + display.expires * 1000 + 1
        : null;
    this.#counter.show(display);
    for (const tune of this.#echo.hear(display)) this.#play(tune);
  }

  #handleAck(ack: Ack | undefined): void {
    if (ack?.about === "beads") this.#handleVerdict(ack);
    if (ack?.about === "act" && ack.boot === this.#counter.boot)
      this.#counter.answerAct(ack.seq, ack.verdict === "pending", this.#now());
  }

  /** Shows also a verdict on beads of an epoch that has ended: they lie in the lake (J-17). */
  #handleVerdict(ack: BeadsAck): void {
    this.#verdicts = [...this.#verdicts, ack].slice(-MAX_VERDICTS);
    this.#verdictLines.add(ack.line, this.#now());
    this.#echo.countVerdict(ack);
    const sound = soundOf(ack.verdict);
    if (sound !== null) this.#play(tuneOf(sound, ack.reason));
  }

  #play(tune: Tune): void {
    for (const listener of this.#soundListeners) listener(tune);
  }

  #handleCommand(payload: Uint8Array): void {
    const cmd = parseCmd(payload).value;
    if (cmd === undefined || !this.#counter.acceptCommand(cmd)) return;
    if (cmd.op === "identify") this.#blinkUntil = this.#now() + BLINK.in;
    if (cmd.op === "epoch") {
      this.#counter.restartCounting(newHexId(this.#options.random));
      this.#storeCounters();
    }
    if (cmd.op === "report" || cmd.op === "epoch") {
      this.#broker.publish("state", formatState(this.#counter.report(this.#now())));
    }
  }

  /** Stores the counters. If that fails, the temple reports the fault `storage` and keeps counting. */
  #storeCounters(): void {
    const { epoch, count } = this.#counter;
    try {
      this.#options.store?.save({ epoch, count });
      this.#hasStoreFailed = false;
    } catch {
      this.#hasStoreFailed = true;
    }
    this.#updateFaults();
  }

  #updateFaults(): void {
    const faults = this.#hasStoreFailed ? [...this.#faults, "storage"] : this.#faults;
    this.#counter.setFaults(faults, this.#now());
    this.#scheduleTick();
  }

  #publishAct(act: Act): void {
    this.#broker.publish("act", formatAct(act));
    this.#notifyListeners();
  }

  #tick(): void {
    const { state, act } = this.#counter.tick(this.#now());
    if (state !== null) this.#broker.publish("state", formatState(state));
    if (act !== null) this.#broker.publish("act", formatAct(act));
    this.#scheduleTick();
  }

  #scheduleTick(): void {
    this.#cancelTick();
    if (this.connectionState !== "connected") return;
    const delay = Math.max(0, this.#counter.nextDueAt() - this.#now());
    this.#cancelTick = this.#options.time.after(delay, () => this.#tick());
  }

  /** Notifies the listeners when the screen changes only because time passes. */
  #scheduleRedraw(): void {
    this.#cancelRedraw();
    const now = this.#now();
    const blinks = this.#blinkUntil > now ? now + ((this.#blinkUntil - now - 1) % BLINK.each) + 1 : null;
    const due = [this.#verdictLines.nextEnd(now), this.#codeUntil, blinks].filter(
      (at) => at !== null && at > now,
    );
    if (due.length === 0) return;
    const delay = Math.min(...due.map(Number)) - now;
    this.#cancelRedraw = this.#options.time.after(delay, () => this.#notifyListeners(), { background: true });
  }

  /** Uptime in ms. */
  #now(): number {
    return Math.round(this.#options.time.monotonic() - this.#startedAt);
  }

  #notifyListeners(): void {
    this.#scheduleTick();
    this.#scheduleRedraw();
    const owes = SLOTS.some((slot) => this.owed[slot] > 0);
    if (owes && !this.#owedBefore) this.#play(tuneOf("debt"));
    this.#owedBefore = owes;
    for (const listener of this.#listeners) listener();
  }
}

/** Draws a new boot or epoch. */
function newHexId(random: Random): string {
  return randomHex(random, 4);
}
