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
export interface ShownEntry<View> {
  readonly n: number;
  readonly steps: readonly Step<View>[];
  /** The view after it. */
  readonly view: View;
}

/** A step that waits, or the end of an entry. */
type Item<View> =
  | { readonly type: "step"; readonly step: Step<View> }
  | { readonly type: "end"; readonly n: number; readonly view: View };

/** Steps may be so much faster than at the viewer's speed. What does not fit then is left out, the oldest first. */
const MOST_HASTE = 3;

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
  #haste = 1;
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
    this.#haste = 1;
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
   * @param within ms from now in which this entry and all before it are shown; 0: at once
   */
  add({ n, steps, view }: ShownEntry<View>, speed: number, within: number): void {
    this.#speed = speed;
    this.#items.push(...steps.map((step) => ({ type: "step", step }) as const), { type: "end", n, view });
    this.#fit(within);
    if (this.#cancel === null) this.#advance();
  }

  /** Makes everything that waits fit into so many ms. */
  #fit(within: number): void {
    const current = this.#cancel === null ? 0 : Math.max(0, this.#due - this.#time.monotonic());
    const left = within - current;
    const most = MOST_HASTE * Math.max(0, left);
    let waiting = this.#waiting();
    if (left <= 0 && current > 0) this.#stop();
    while (waiting > most && this.#steps() > 1) waiting -= this.#leaveOut();
    if (left <= 0 && waiting > 0) this.#leaveOut();
    else if (left > 0) this.#haste = Math.max(this.#haste, waiting / left);
  }

  /** ms that the waiting steps take without haste. */
  #waiting(): number {
    return this.#items.reduce((sum, item) => sum + (item.type === "step" ? this.#msOf(item.step) : 0), 0);
  }

  #steps(): number {
    return this.#items.filter(({ type }) => type === "step").length;
  }

  /** Leaves out the oldest waiting step; returns the ms that it would have taken without haste. */
  #leaveOut(): number {
    const index = this.#items.findIndex(({ type }) => type === "step");
    const [item] = this.#items.splice(index, 1);
    return item?.type === "step" ? this.#msOf(item.step) : 0;
  }

  #msOf({ ms }: Step<View>): number {
    return ms / this.#speed;
  }

  /** Begins the next step; the ends of entries before it are reached. */
  #advance(): void {
    let shown: Shown<View> = { ...this.#shown, view: this.#shown.reached, playing: null };
    for (;;) {
      const item = this.#items.shift();
      if (item === undefined) {
        this.#haste = 1;
        return this.#show(shown);
      }
      if (item.type === "end") {
        shown = { n: item.n, view: item.view, reached: item.view, playing: null };
        continue;
      }
      const ms = this.#msOf(item.step) / this.#haste;
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
