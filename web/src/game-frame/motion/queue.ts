import type { Time } from "@flower-war/client-sdk";
import type { Motion, Step } from "./motions.ts";

export type MotionTime = Pick<Time, "monotonic" | "after">;

/** Motions that are to be seen now: one value for each step. */
export interface Playing {
  readonly motions: readonly Motion[];
  /** In real time. */
  readonly ms: number;
}

/** What the table shows at one moment. */
export interface Shown<View> {
  /** What is drawn, in the middle of an entry. */
  readonly view: View;
  /** The view after the last entry that was shown to its end, and that entry's number. */
  readonly reached: View;
  readonly n: number;
  /** `null`: nothing moves, and everything that is known is shown. */
  readonly playing: Playing | null;
}

/** One entry of a match that is to be shown. */
interface ShownEntry<View> {
  readonly n: number;
  readonly steps: readonly Step<View>[];
  /** The view after it. */
  readonly view: View;
  /** For how many ms the turn that it ends stays in sight at least, at normal speed, counted from the turn's beginning; `null`: it ends none. */
  readonly turn: number | null;
}

/** A step that waits, or the end of an entry, which is reached at `deadline` at the latest, by the monotonic clock. */
type Item<View> =
  | { readonly type: "step"; readonly step: Step<View> }
  | (Omit<ShownEntry<View>, "steps"> & { readonly type: "end"; readonly deadline: number });

/** What is to be seen while a turn that is over stays in sight. */
const NO_MOTIONS: readonly Motion[] = [];

/** Steps may be so much faster than at the viewer's speed. What does not fit then is left out, the oldest first. */
const MAX_CATCH_UP_RATE = 3;

/**
 * Shows entries one after the other, each step for its time, and at the end always the latest view. It never lags behind
 * for longer than it is allowed to with each entry, unless it is paused.
 */
export class MotionQueue<View> {
  readonly #time: MotionTime;
  readonly #changed: () => void;
  #items: Item<View>[] = [];
  #shown: Shown<View>;
  #speed = 1;
  /** When the current step ends, by the monotonic clock. */
  #due = 0;
  #cancel: (() => void) | null = null;
  /** When the current turn came in sight, by the monotonic clock. */
  #turnBegan: number;
  /** Until when the turn that is over stays in sight, by the monotonic clock. */
  #heldUntil = 0;
  #isHolding = false;
  #pause: "none" | "now" | "after-entry" = "none";

  constructor(time: MotionTime, first: { readonly n: number; readonly view: View }, changed: () => void) {
    this.#time = time;
    this.#changed = changed;
    this.#shown = { ...first, reached: first.view, playing: null };
    this.#turnBegan = time.monotonic();
  }

  get shown(): Shown<View> {
    return this.#shown;
  }

  /** Whether everything that is known is shown. */
  get isIdle(): boolean {
    return this.#shown.playing === null && this.#items.length === 0;
  }

  get isPaused(): boolean {
    return this.#pause === "now";
  }

  /** Stops after the current step, until `resume`, `step` or `jump`. */
  pause(): void {
    this.#pause = "now";
    this.#changed();
  }

  /** Goes on after a pause. */
  resume(): void {
    if (this.#pause !== "none") this.#goOn("none");
  }

  /** Shows the next entry, and pauses after it. Does nothing if there is none. */
  step(): void {
    if (this.isIdle) return;
    this.#heldUntil = 0;
    this.#goOn("after-entry");
  }

  #goOn(pause: "none" | "after-entry"): void {
    this.#pause = pause;
    if (this.#isHolding) this.#stop();
    if (this.#cancel === null) this.#advance();
  }

  /** Shows a view at once and forgets what was still to be shown. */
  jump(n: number, view: View): void {
    this.#stop();
    this.#items = [];
    this.#pause = "none";
    this.#turnBegan = this.#time.monotonic();
    this.#heldUntil = 0;
    this.#show({ n, view, reached: view, playing: null });
  }

  /** Replaces the latest view by one of the same entry: something changed that has no event. */
  refresh(view: View): void {
    const last = this.#items.at(-1);
    if (last?.type === "end") this.#items[this.#items.length - 1] = { ...last, view };
    else this.#show({ ...this.#shown, view, reached: view });
  }

  /**
   * Adds an entry behind the others.
   * @param speed how fast it is shown, 1 or more
   * @param deadlineMs ms from now in which this entry and all before it are shown; 0: at once; infinite: no deadline
   */
  add({ steps, ...entry }: ShownEntry<View>, speed: number, deadlineMs: number): void {
    const deadline = this.#time.monotonic() + deadlineMs;
    this.#speed = speed;
    this.#items.push(...steps.map((step) => ({ type: "step", step }) as const), {
      type: "end",
      ...entry,
      deadline,
    });
    // There may be less time for it now.
    if (this.#isHolding) this.#stop();
    this.#fit();
    if (this.#cancel === null) this.#advance();
  }

  /** Leaves out the oldest steps, the current one first, until every entry can be shown in time. */
  #fit(): void {
    const now = this.#time.monotonic();
    for (const item of this.#items.filter((each) => each.type === "end")) {
      if (this.#cancel !== null && this.#due >= item.deadline) this.#stop();
      const left = item.deadline - (this.#cancel === null ? now : this.#due);
      const kept = left > 0 ? 1 : 0;
      for (;;) {
        const before = this.#items.slice(0, this.#items.indexOf(item));
        if (countSteps(before) <= kept || this.#msOf(before) <= MAX_CATCH_UP_RATE * left) break;
        this.#items.splice(
          this.#items.findIndex(({ type }) => type === "step"),
          1,
        );
      }
    }
  }

  /** Returns how much faster than at the viewer's speed steps have to be now for every entry to be shown in time. */
  #catchUpRate(): number {
    const now = this.#time.monotonic();
    const rates = this.#items.map((item, index) => {
      const ms = item.type === "end" ? this.#msOf(this.#items.slice(0, index)) : 0;
      return item.type === "end" && ms > 0 ? ms / Math.max(0, item.deadline - now) : 1;
    });
    return Math.max(1, ...rates);
  }

  /** ms that steps take at the viewer's speed. */
  #msOf(items: readonly Item<View>[]): number {
    return items.reduce((sum, item) => sum + (item.type === "step" ? item.step.ms : 0), 0) / this.#speed;
  }

  /** Begins the next step; the ends of entries before it are reached. */
  #advance(): void {
    let shown: Shown<View> = { ...this.#shown, view: this.#shown.reached, playing: null };
    for (;;) {
      if (this.#pause === "now") return this.#show(shown);
      const rate = this.#catchUpRate();
      const [item] = this.#items;
      if (item === undefined) return this.#show(shown);
      const held = this.#holdTime();
      if (held > 0) {
        this.#isHolding = true;
        this.#wait(held);
        return this.#show({ ...shown, playing: { motions: NO_MOTIONS, ms: held } });
      }
      if (item.type === "end") {
        this.#items.shift();
        shown = { n: item.n, view: item.view, reached: item.view, playing: null };
        this.#endTurn(item.turn);
        if (this.#pause === "after-entry") this.#pause = "now";
        continue;
      }
      this.#items.shift();
      const ms = item.step.ms / this.#speed / rate;
      // The timers were late: no time is left for it.
      if (ms === 0) continue;
      this.#wait(ms);
      const { motions, view } = item.step;
      return this.#show({ ...shown, view, playing: { motions, ms } });
    }
  }

  /** Goes on in `ms`. */
  #wait(ms: number): void {
    this.#due = this.#time.monotonic() + ms;
    this.#cancel = this.#time.after(ms, () => {
      this.#cancel = null;
      if (this.#isHolding) this.#heldUntil = 0;
      this.#isHolding = false;
      this.#advance();
    });
  }

  #endTurn(least: number | null): void {
    if (least === null) return;
    this.#heldUntil = Math.max(this.#time.monotonic(), this.#turnBegan + least / this.#speed);
    this.#turnBegan = this.#heldUntil;
  }

  /** Returns for how many ms from now the turn that is over stays in sight. Later steps keep their time before their deadlines. */
  #holdTime(): number {
    const now = this.#time.monotonic();
    const spare = this.#items.map((item, index) => {
      if (item.type === "step") return Number.POSITIVE_INFINITY;
      const before = this.#items.slice(0, index);
      const turns = 1 + before.filter((each) => each.type === "end" && each.turn !== null).length;
      return (item.deadline - now - this.#msOf(before)) / turns;
    });
    return Math.max(0, Math.min(this.#heldUntil - now, ...spare));
  }

  #stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#isHolding = false;
  }

  #show(shown: Shown<View>): void {
    this.#shown = shown;
    this.#changed();
  }
}

const countSteps = <View>(items: readonly Item<View>[]): number =>
  items.filter(({ type }) => type === "step").length;
