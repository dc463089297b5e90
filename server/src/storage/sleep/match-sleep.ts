import type { Logger } from "pino";
import { RefusalError } from "../../refusal.ts";
import type { Cancel, Time } from "../../time.ts";
import type { SleepStore, Wake } from "./sleep-store.ts";

/** ms between two looks at what is due: at least, and in every server of several; at most in a lone one, which knows of all that is stored. */
const LOOKS = { least: 1_000, most: 86_400_000 } as const;
/** ms before its time at which a match is woken: opening its room takes a while. */
const EARLY = 1_500;
/** ms after which it is stored again that a match is awake, and ms for which that is believed. */
const AWAKE = { renewed: 60_000, believed: 300_000 } as const;
/** ms after its start at which a server wakes what a dead one had awake. Clients that come back have restored their matches by then. */
const LEFT_BEHIND = 2_000;
/** Matches that are woken at a time, and rows that one look reads. */
const AT_ONCE = 100;
/** Matches whose state is stored at a time. */
const STORED_AT_ONCE = 200;
/** ms after which a match is tried again that could not be woken. */
const RETRY = 10_000;
/** ms without a sign of any server that are no more than a restart's delay. */
const LAG = 1_500;
/** Refusals after which there is nothing to wake. */
const GONE: readonly string[] = ["unknown-match", "match-ended", "match-damaged"];

/** Opens a match's room, if it has none. Rejects with a refusal. */
type OpenRoom = (match: string) => Promise<unknown>;

export interface MatchSleepOptions {
  readonly store: SleepStore;
  /** Whether other servers store in the same place. */
  readonly isShared: boolean;
  /** The clock that dates facts. */
  readonly time: Time;
  readonly log: Logger;
  /** Is told whether matches sleep: then servers must store that they run. */
  readonly noteSleepers: (areAny: boolean) => void;
}

/**
 * Lets matches sleep while their clocks run: their rooms are closed, and opened again when something is due. Of each match with running clocks it is
 * stored when it must have a room: of one that sleeps, when its next clock ends; of one that is awake, minutes from now, again and again, so that one
 * whose server died is looked after although no client asks for it: by another one that notices it, else by the next that starts. Every
 * server looks for what is due.
 */
export class MatchSleep {
  readonly #options: MatchSleepOptions;
  /** The matches in this process whose clocks run, and when that is to be stored again, ms of `Time.monotonic`. */
  readonly #awake = new Map<string, number>();
  readonly #over = new Set<string>();
  /** Matches that could not be woken, and when they are tried again, ms of `Time.monotonic`. */
  readonly #later = new Map<string, number>();
  /** What is being stored of matches that are awake. */
  #stored: Promise<void> = Promise.resolve();
  /** `null`: it does not look yet, or no longer. */
  #openRoom: OpenRoom | null = null;
  #isLooking = false;
  /** Matches are woken that are due up to then, ms since 1970, for a server that had them awake may have died; `null`: those that are due now. */
  #leftBehind: number | null = null;
  /** When it looks next, ms of `Time.monotonic`. */
  #next = Number.POSITIVE_INFINITY;
  #cancel: Cancel = () => {};
  #cancelLeftBehind: Cancel = () => {};

  constructor(options: MatchSleepOptions) {
    this.#options = options;
  }

  /** Notes that clocks run in a match's room here. */
  noteAwake(match: string): void {
    if (this.#awake.has(match)) return;
    this.#awake.set(match, 0);
    this.#lookWithin(LOOKS.least);
  }

  /** Notes that a match is over, whose clocks ran here. */
  noteOver(match: string): void {
    if (!this.#awake.delete(match)) return;
    this.#over.add(match);
    this.#lookWithin(LOOKS.least);
  }

  /** Notes that a match's room here is gone. */
  noteGone(match: string): void {
    this.#awake.delete(match);
  }

  /** Stores when a match must have a room again whose room closes. Rejects if it was not stored. @param due ms since 1970 */
  async fallAsleep(match: string, due: number): Promise<void> {
    this.#awake.delete(match);
    // What says that it is awake may not be stored last.
    await this.#stored.catch(() => undefined);
    const { store, time, noteSleepers } = this.#options;
    await store.store([{ match, due: due - EARLY }]);
    noteSleepers(true);
    this.#lookWithin(due - EARLY - time.now());
  }

  /** Returns for how many ms no server has run since a time. @param since ms since 1970 */
  async downtimeSince(since: number): Promise<number> {
    const times = await this.#options.store.downtimesAfter(since);
    return times.reduce((sum, { began, ended }) => sum + ended - Math.max(began, since), 0);
  }

  /** Stores for how long no server has run, if none has for a while. Call it before this one stores that it runs. */
  async noteDowntime(): Promise<void> {
    const { store, time } = this.#options;
    const began = await store.lastSign();
    const ended = time.now();
    if (began !== null && ended - began > LAG) await store.addDowntime({ began, ended });
  }

  /** Deletes times without a server that no match asks for any more. @param before ms since 1970 */
  async deleteBefore(before: number): Promise<void> {
    await this.#options.store.deleteDowntimesBefore(before);
  }

  /** Forgets the matches of a database that an earlier one has replaced, and stores that no server has run since that one was copied. */
  async noteReplaced(): Promise<void> {
    this.#awake.clear();
    this.#over.clear();
    this.#later.clear();
    await this.noteDowntime();
    this.look();
  }

  /** Begins to look for what is due. */
  start(openRoom: OpenRoom): void {
    this.#openRoom = openRoom;
    this.look();
    const lookAfter = () => this.lookForLeftBehind();
    this.#cancelLeftBehind = this.#options.time.after(LEFT_BEHIND, lookAfter, { background: true });
  }

  /** Wakes what a server that is gone had awake. */
  lookForLeftBehind(): void {
    this.#leftBehind = this.#options.time.now() + AWAKE.believed;
    this.look();
  }

  /** Looks for what is due at once: time has passed that no timer counted. */
  look(): void {
    this.#lookWithin(0);
  }

  stop(): void {
    this.#openRoom = null;
    this.#cancel();
    this.#cancelLeftBehind();
  }

  /** Looks for what is due in so many ms, unless it does before. */
  #lookWithin(ms: number): void {
    const { time } = this.#options;
    const at = time.monotonic() + Math.max(0, ms);
    if (this.#openRoom === null || at >= this.#next) return;
    this.#next = at;
    this.#cancel();
    if (this.#isLooking) return;
    if (ms <= 0) void this.#lookNow();
    else this.#cancel = time.after(ms, () => void this.#lookNow(), { background: true });
  }

  async #lookNow(): Promise<void> {
    const { time, log, isShared } = this.#options;
    const openRoom = this.#openRoom;
    if (openRoom === null) return;
    this.#isLooking = true;
    this.#next = Number.POSITIVE_INFINITY;
    let wait: number = LOOKS.least;
    try {
      await this.#storeAwake();
      const free = await this.#wakeDue(openRoom);
      if (!isShared) wait = Math.min(LOOKS.most, Math.max(LOOKS.least, free));
    } catch (err) {
      log.debug({ err }, "sleeping matches not read");
    }
    this.#isLooking = false;
    const asked = this.#next - time.monotonic();
    this.#next = Number.POSITIVE_INFINITY;
    this.#lookWithin(Math.min(wait, asked));
  }

  async #storeAwake(): Promise<void> {
    const { store, time } = this.#options;
    const now = time.monotonic();
    const due = time.now() + AWAKE.believed;
    const renewed = [...this.#awake]
      .flatMap(([match, at]) => (at <= now ? [match] : []))
      .slice(0, STORED_AT_ONCE);
    const over = [...this.#over].slice(0, STORED_AT_ONCE);
    if (renewed.length + over.length === 0) return;
    this.#stored = store.store(
      renewed.map((match) => ({ match, due })),
      over,
    );
    await this.#stored;
    for (const match of renewed) if (this.#awake.has(match)) this.#awake.set(match, now + AWAKE.renewed);
    for (const match of over) this.#over.delete(match);
  }

  /** Wakes what is due. Returns in how many ms there is something to do again, as far as this server knows. */
  async #wakeDue(openRoom: OpenRoom): Promise<number> {
    const { store, time, noteSleepers } = this.#options;
    const limit = AT_ONCE + this.#later.size;
    const wakes = await store.next(limit);
    noteSleepers(wakes.length > 0);
    const now = time.monotonic();
    for (const [match, at] of this.#later) if (at <= now) this.#later.delete(match);
    const until = Math.max(this.#leftBehind ?? 0, time.now());
    const without = wakes.filter((each) => each.due <= until && !this.#awake.has(each.match));
    const due = without.filter((each) => !this.#later.has(each.match));
    // One that could not be woken is tried again.
    if (without.length === 0 || until === time.now()) this.#leftBehind = null;
    await Promise.all(due.map((each) => this.#wake(each, openRoom)));
    if (due.length > 0 || wakes.length === limit || this.#over.size > 0) return 0;
    const times = [...this.#awake.values(), ...this.#later.values()].map((at) => at - time.monotonic());
    const dues = wakes.map((each) => each.due - time.now()).filter((left) => left > 0);
    return Math.min(...times, ...dues);
  }

  async #wake({ match }: Wake, openRoom: OpenRoom): Promise<void> {
    const { store, time, log } = this.#options;
    try {
      await openRoom(match);
      // In another server's room it is that one's to store that it is awake.
      if (!this.#awake.has(match)) this.#later.set(match, time.monotonic() + RETRY);
    } catch (err) {
      const code = err instanceof RefusalError ? err.body.code : null;
      // Its game comes back with another start.
      this.#later.set(match, time.monotonic() + (code === "game-missing" ? LOOKS.most : RETRY));
      const isGone = code !== null && GONE.includes(code);
      if (isGone) await store.store([], [match]);
      else log.warn({ err, match }, "match not woken");
    }
  }
}
