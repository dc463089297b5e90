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
}

/** A step that waits, or the end of an entry, which is reached at `deadline` at the latest, by the monotonic clock. */
type Item<View> =
  | { readonly type: "step"; readonly step: Step<View> }
  | { readonly type: "end"; readonly n: number; readonly view: View; readonly deadline: number };

/** Steps may be so much faster than at the viewer's speed. What does not fit then is left out, the oldest first. */
const MAX_CATCH_UP_RATE = 3;

/**
 * Shows entries one after the other, each step for its time, and at the end always the latest view. It never lags behind
 * for longer than it is allowed to with each entry.
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

  constructor(time: MotionTime, first: { readonly n: number; readonly view: View }, changed: () => void) {
    this.#time = time;
    this.#changed = changed;
    this.#shown = { ...first, reached: first.view, playing: null };
  }

  get shown(): Shown<View> {
    return this.#shown;
  }

  /** Shows a view at once and forgets what was still to be shown. */
  jump(n: number, view: View): void {
    this.#stop();
    this.#items = [];
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
   * @param deadlineMs ms from now in which this entry and all before it are shown; 0: at once
   */
  add({ n, steps, view }: ShownEntry<View>, speed: number, deadlineMs: number): void {
    const deadline = this.#time.monotonic() + deadlineMs;
    this.#speed = speed;
    this.#items.push(...steps.map((step) => ({ type: "step", step }) as const), {
      type: "end",
      n,
      view,
      deadline,
    });
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
      const rate = this.#catchUpRate();
      const item = this.#items.shift();
      if (item === undefined) return this.#show(shown);
      if (item.type === "end") {
        shown = { n: item.n, view: item.view, reached: item.view, playing: null };
        continue;
      }
      const ms = item.step.ms / this.#speed / rate;
      // The timers were late: no time is left for it.
      if (ms === 0) continue;
      this.#due = this.#time.monotonic() + ms;
      this.#cancel = this.#time.after(ms, () => {
        this.#cancel = null;
        this.#advance();
      });
      const { motions, view } = item.step;
      return this.#show({ ...shown, view, playing: { motions, ms } });
    }
  }

  #stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #show(shown: Shown<View>): void {
    this.#shown = shown;
    this.#changed();
  }
}

const countSteps = <View>(items: readonly Item<View>[]): number =>
  items.filter(({ type }) => type === "step").length;
