import {
  type AwaitedDecision,
  type GameMap,
  type GameName,
  type Match,
  systemTime,
} from "@flower-war/client-sdk";
import { useMemo, useSyncExternalStore } from "react";
import type { GameUi } from "../game-ui.ts";
import { type Pace, pace } from "../motion/conditions.ts";
import { type Cue, type GameMotion, isCue, type Motion, stepsOf } from "../motion/motions.ts";
import { usePerformance, useSettling } from "../motion/perform.ts";
import { MotionQueue, type MotionTime, type Shown } from "../motion/queue.ts";
import { isUntold, type Scene } from "../scene.ts";
import { beginsTurn } from "../turn-events.ts";

/** A decision is awaited for so many ms at most before all that led to it was shown; a little less, for timers are late. */
const DECISION_WAIT = 1400;

/** The picture lags so many ms behind at most while others decide, and the viewer has not paused it. */
const LAG = 4000;

/** ms that another seat's turn is in sight at least, at normal speed, while nothing else is due. */
const TURN = 1200;

/** An entry follows its patch at once. If it does not come in so many ms, the state is shown without it. */
const ENTRY_WAIT = 800;

/** What a match's table shows at one moment. */
export interface MatchPicture<G extends GameName = GameName> extends Shown<GameMap[G]["view"]> {
  /** Whether everything that is known is shown. */
  readonly isLatest: boolean;
  /** Whether the viewer has paused it. */
  readonly isPaused: boolean;
  /** Whether it is the viewer's turn to decide, and what led to that was shown. What follows from their own commands changes nothing. */
  readonly isDecisionAnnounced: boolean;
  /** Whether the viewer has to decide, and all was shown that led to the choice that they have now. */
  readonly isAsked: boolean;
  /** Whom the match waited for after the last entry that was shown to its end. */
  readonly awaiting: readonly AwaitedDecision<G>[];
  /** The viewer's newest cue; another value for each. `null`: none yet. */
  readonly cue: Cue | null;
}

/** What a picture needs of a match. */
export type PicturedMatch<G extends GameName> = Pick<
  Match<G>,
  "view" | "seat" | "awaiting" | "legal" | "connection" | "on"
> & { readonly state: { readonly n: number } };

type View<G extends GameName> = GameMap[G]["view"];
type Event<G extends GameName> = GameMap[G]["event"];

export interface PictureOptions<G extends GameName> {
  readonly motion: GameMotion<View<G>, Event<G>>;
  readonly time: MotionTime;
  /** How fast things move now; 0 also while the page is hidden. */
  readonly pace: () => Pace;
}

/** A view whose entry has not come yet. */
interface PendingEntry<G extends GameName> {
  readonly n: number;
  readonly view: View<G>;
  readonly since: number;
  readonly events: Event<G>[];
  /** Whose command it was; `null`: unknown. */
  readonly by: string | null;
  readonly cancel: () => void;
}

/**
 * Turns the patches and entries of a match into what its table shows: the events of each entry one after the other, and
 * always the latest state in the end. After a reload, after a lost connection and while nothing may move, it shows the
 * latest state at once. A store in the sense of `useSyncExternalStore`.
 */
export class PictureStore<G extends GameName = GameName> {
  readonly #match: PicturedMatch<G>;
  readonly #options: PictureOptions<G>;
  readonly #listeners = new Set<() => void>();
  #queue: MotionQueue<View<G>> | null = null;
  /** The last view that was handed to the queue. */
  #newest: { readonly n: number; readonly view: View<G> } | null = null;
  #pendingEntry: PendingEntry<G> | null = null;
  #picture: MatchPicture<G> | null = null;
  #unfollow: (() => void) | null = null;
  /** Whether the viewer paused and has not caught up since: new entries have no deadline then. */
  #isUnhurried = false;
  /** The entry after which the viewer's decision began; `null`: they have none. */
  #decisionBegan: number | null = null;
  /** What the viewer can choose from, and the entry after which that began; `null`: they have no choice, or have just made it. */
  #choice: { readonly from: string; readonly n: number } | null = null;
  #cue: Cue | null = null;
  /** Whom the match waits for in each view. */
  readonly #awaiting = new WeakMap<View<G>, readonly AwaitedDecision<G>[]>();

  constructor(match: PicturedMatch<G>, options: PictureOptions<G>) {
    this.#match = match;
    this.#options = options;
    this.settle();
  }

  /** What is shown; `null` while the match is gathering. */
  readonly picture = (): MatchPicture<G> | null => this.#picture;

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.#follow();
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#unfollow?.();
      this.settle();
    };
  };

  /** The viewer has chosen: shows the latest state at once. What they choose next is asked when the table has shown what came of it. */
  readonly act = (): void => {
    this.settle();
    this.#choice = null;
  };

  /** Pauses until `resume`, `step` or `settle`, or until the viewer has to decide. Does nothing while they have to. */
  readonly pause = (): void => {
    if (this.#decisionBegan !== null) return;
    this.#isUnhurried = true;
    this.#queue?.pause();
  };

  /** Continues after a pause. */
  readonly resume = (): void => this.#queue?.resume();

  /** Shows the next entry, and pauses after it. */
  readonly step = (): void => {
    if (this.#decisionBegan !== null) return;
    this.#isUnhurried = true;
    this.#queue?.step();
  };

  /** Shows the latest state at once. */
  readonly settle = (): void => {
    const { view, state } = this.#match;
    this.#forgetPendingEntry();
    this.#isUnhurried = false;
    if (view === null) return;
    this.#followDecision(view);
    this.#newest = { n: state.n, view };
    if (this.#queue === null) {
      this.#queue = new MotionQueue(this.#options.time, this.#newest, () => this.#update());
      this.#update();
    } else this.#queue.jump(state.n, view);
  };

  #follow(): void {
    const ends = [
      this.#match.on("change", () => this.#onChange()),
      this.#match.on("event", (event, { n, seat }) => this.#onEvent(n, seat, event)),
      this.#match.on("resumed", this.settle),
    ];
    this.#unfollow = () => {
      for (const end of ends) end();
    };
    // Events from before the first listener are over.
    this.settle();
  }

  #onChange(): void {
    const { view, state, connection } = this.#match;
    if (view === null) return;
    this.#followDecision(view);
    const before = this.#pendingEntry ?? this.#newest;
    const isNext = before !== null && state.n === before.n + 1 && this.#pendingEntry === null;
    if (before === null || connection !== "connected" || this.#options.pace() === 0) this.settle();
    else if (state.n === before.n) this.#refresh(view);
    else if (isNext) this.#awaitEntry(state.n, view);
    else this.settle();
  }

  /** Takes a view of the same entry: a clock, a name, or who is connected has changed. */
  #refresh(view: View<G>): void {
    if (this.#pendingEntry !== null) this.#pendingEntry = { ...this.#pendingEntry, view };
    else if (this.#newest?.view !== view) {
      this.#newest = { n: this.#match.state.n, view };
      this.#queue?.refresh(view);
    }
  }

  #awaitEntry(n: number, view: View<G>): void {
    const { time } = this.#options;
    const cancel = time.after(ENTRY_WAIT, this.settle);
    this.#pendingEntry = { n, view, since: time.monotonic(), events: [], by: null, cancel };
    this.#update();
  }

  #onEvent(n: number, by: string, event: Event<G>): void {
    if (this.#pendingEntry?.n !== n) return this.#cueAtOnce(event);
    const { events } = this.#pendingEntry;
    this.#pendingEntry = { ...this.#pendingEntry, by };
    events.push(event);
    // The events of an entry are reported in one go.
    if (events.length === 1) queueMicrotask(() => this.#take(n));
  }

  /** Takes the cue of an event that is shown at once, for nothing is to move. */
  #cueAtOnce(event: Event<G>): void {
    const { motion, pace } = this.#options;
    const { view } = this.#match;
    if (view !== null && pace() === 0 && this.#takeCue(motion.motionsOf(view, event))) this.#update();
  }

  /** Takes the last cue among motions. Returns whether there is one. */
  #takeCue(motions: readonly Motion[]): boolean {
    const cue = motions.findLast(isCue);
    if (cue !== undefined) this.#cue = cue;
    return cue !== undefined;
  }

  /** Hands the entry that has come to the queue. */
  #take(n: number): void {
    const before = this.#newest;
    const { motion, time, pace } = this.#options;
    if (this.#pendingEntry?.n !== n || before === null) return;
    const { view, events, since, by } = this.#pendingEntry;
    const steps = stepsOf(motion, before.view, events, view);
    this.#forgetPendingEntry();
    this.#newest = { n, view };
    const isDue = this.#decisionBegan !== null;
    if (isDue) this.#isUnhurried = false;
    const longest = isDue ? DECISION_WAIT : this.#isUnhurried ? Number.POSITIVE_INFINITY : LAG;
    const deadlineMs = longest - (time.monotonic() - since);
    // Players know their own turn.
    const least = by === this.#match.seat ? 0 : TURN;
    const turn = events.some(beginsTurn) ? least : null;
    this.#queue?.add({ n, steps, view, turn }, Math.max(1, pace()), deadlineMs);
    if (isDue) this.#queue?.resume();
  }

  #forgetPendingEntry(): void {
    this.#pendingEntry?.cancel();
    this.#pendingEntry = null;
  }

  #followDecision(view: View<G>): void {
    const { seat, awaiting, state } = this.#match;
    this.#awaiting.set(view, awaiting);
    const own = seat === null ? undefined : awaiting.find((decision) => decision.seat === seat);
    this.#decisionBegan = own === undefined ? null : (this.#decisionBegan ?? state.n);
    // Others may act meanwhile without any effect on what the viewer can choose from.
    const from = own === undefined ? null : JSON.stringify([own, this.#match.legal()]);
    if (from === null) this.#choice = null;
    else if (from !== this.#choice?.from) this.#choice = { from, n: state.n };
  }

  #update(): void {
    if (this.#queue === null) return;
    const { shown } = this.#queue;
    if (shown.playing !== null && shown.playing !== this.#picture?.playing)
      this.#takeCue(shown.playing.motions);
    const isLatest = this.#queue.isIdle && this.#pendingEntry === null;
    const { isPaused } = this.#queue;
    if (isLatest && !isPaused) this.#isUnhurried = false;
    const isDecisionAnnounced = this.#decisionBegan !== null && shown.n >= this.#decisionBegan;
    const isAsked = this.#choice !== null && shown.n >= this.#choice.n;
    const awaiting = this.#awaiting.get(shown.reached) ?? [];
    this.#picture = {
      ...shown,
      isLatest,
      isPaused,
      isDecisionAnnounced,
      isAsked,
      awaiting,
      cue: this.#cue,
    };
    for (const listener of this.#listeners) listener();
  }
}

/**
 * Returns a live scene as the table tells it: whom the match waits for, how it ended and what the viewer can do, only when all that led
 * to it was shown.
 */
export function toldScene<G extends GameName>(live: Scene<G>, picture: MatchPicture<G>): Scene<G> {
  const scene = { ...live, picture };
  const { reached, awaiting } = picture;
  return isUntold(scene) ? { ...scene, view: reached, awaiting, legal: [] } : scene;
}

/** A match's picture, and what ends all that moves there. */
export interface UsedPicture<G extends GameName = GameName> {
  /** `null` while the match is gathering. */
  readonly picture: MatchPicture<G> | null;
  /** Shows the latest state at once. */
  readonly settle: () => void;
  /** To be called when the viewer has chosen. */
  readonly act: () => void;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Shows the next entry, and pauses after it. */
  readonly step: () => void;
}

/** Returns what a match's table shows, and moves what moves there. */
export function usePicture<G extends GameName>(match: Match<G>, ui: GameUi<G>): UsedPicture<G> {
  // It is the same in every language: a new language does not end what moves.
  const { motion } = ui;
  const store = useMemo(
    () =>
      new PictureStore<G>(match, {
        motion,
        time: systemTime,
        pace: () => (document.hidden ? 0 : pace()),
      }),
    [match, motion],
  );
  const picture = useSyncExternalStore(store.subscribe, store.picture);
  useSettling(store.settle);
  usePerformance(picture?.playing ?? null);
  const { settle, act, pause, resume, step } = store;
  return { picture, settle, act, pause, resume, step };
}
