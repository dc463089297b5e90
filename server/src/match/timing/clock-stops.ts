import { SERVER_LIMITS } from "@flower-war/protocol/server";
import type { Logger } from "pino";
import type { Cancel, Time } from "../../time.ts";
import type { Match } from "../match.ts";

/** ms after a standstill in which connections that players gave up during it are found closed. */
const GRACE = 1_000;
/** ms before what could not be journaled is journaled again. */
const RETRY = 1_000;

/** The part of a match that this needs. */
type StoppedMatch = Pick<
  Match,
  | "seats"
  | "clocks"
  | "clocksAreRunning"
  | "stopClocks"
  | "standStill"
  | "boundStops"
  | "restartClock"
  | "settleClocks"
  | "appendNotes"
>;

/**
 * Stops a match's clocks because of an outage, and lets each run again when its player is back: connected, or present by their
 * temple. Where an outage ends without them, a clock waits for `SERVER_LIMITS.clockStop` at most.
 */
export class ClockStops {
  readonly #match: StoppedMatch;
  readonly #time: Time;
  readonly #log: Logger;
  /** Whether the journal's store is away, so that no seat can play. */
  #isStoreLost = false;
  /** Whether no further client can come. */
  #isEntranceLost = false;
  /** When a standstill ended a moment ago, ms since 1970; `null`: none has. */
  #thawedAt: number | null = null;
  /** Seats whose clocks are about to run again. */
  readonly #restarting = new Set<string>();
  #cancelGrace: Cancel = () => {};
  #cancelRetry: Cancel | null = null;
  #isOver = false;

  constructor(match: StoppedMatch, time: Time, log: Logger) {
    this.#match = match;
    this.#time = time;
    this.#log = log;
  }

  /** Call it after every change of who is here. */
  update(): void {
    if (this.#isOver || !this.#match.clocksAreRunning) return;
    const { clocks } = this.#match;
    const { away } = this.#match.seats;
    if (this.#isEntranceLost) this.#stopAway(this.#time.now(), null);
    if (this.#thawedAt !== null) this.#stopAway(this.#thawedAt, this.#thawedAt + SERVER_LIMITS.clockStop);
    if (this.#isStoreLost) return;
    for (const seat of clocks.stopped) if (!away.includes(seat)) this.#restart(seat);
  }

  /** Lets clocks run again that have waited for as long as they may. */
  settle(): void {
    this.#do(() => this.#match.settleClocks());
  }

  /** The process has stood still for `ms` until now. */
  standStill(ms: number): void {
    const at = this.#time.now();
    const stop = { since: at - ms, until: at + SERVER_LIMITS.clockStop };
    this.#do(() => this.#match.standStill(stop).then(() => this.#appendOfAway()));
    this.#thawedAt = at;
    this.#cancelGrace();
    this.#cancelGrace = this.#time.after(GRACE, () => (this.#thawedAt = null));
  }

  /** The journal's store does not answer. @param ms since it last did */
  noteStoreLost(ms: number): void {
    this.#isStoreLost = true;
    const since = this.#time.now() - ms;
    this.#do(() => this.#match.stopClocks({ since, until: null }));
  }

  /** It answers again. */
  noteStoreBack(): void {
    this.#isStoreLost = false;
    this.#bound();
  }

  /** Players without a connection cannot take their seats, since `ms` ago. */
  noteEntranceLost(ms: number): void {
    this.#isEntranceLost = true;
    this.#stopAway(this.#time.now() - ms, null);
  }

  /** Players can come back. */
  noteEntranceBack(): void {
    this.#isEntranceLost = false;
    this.#bound();
  }

  stop(): void {
    this.#isOver = true;
    this.#cancelGrace();
    this.#cancelRetry?.();
  }

  #bound(): void {
    if (this.#isStoreLost || this.#isEntranceLost) return;
    const until = this.#time.now() + SERVER_LIMITS.clockStop;
    this.#do(() => this.#match.boundStops(until));
    this.update();
  }

  #stopAway(since: number, until: number | null): void {
    const { away } = this.#match.seats;
    const seats = this.#match.clocks.running.filter((seat) => away.includes(seat));
    if (seats.length > 0) this.#do(() => this.#stopAndAppend({ since, until, seats }));
  }

  async #stopAndAppend(stop: Parameters<StoppedMatch["stopClocks"]>[0]): Promise<void> {
    await this.#match.stopClocks(stop);
    await this.#appendOfAway();
  }

  /** Journals the stops of players who may never return: this process lives on, and a successor would see no outage. */
  async #appendOfAway(): Promise<void> {
    const { clocks, seats } = this.#match;
    const { away } = seats;
    if (clocks.stopped.some((seat) => clocks.isAwaited(seat) && away.includes(seat)))
      await this.#match.appendNotes();
  }

  #restart(seat: string): void {
    if (this.#restarting.has(seat)) return;
    this.#restarting.add(seat);
    this.#do(() => this.#match.restartClock(seat).finally(() => this.#restarting.delete(seat)));
  }

  /** Journals later what is noted while the store is away. */
  #do(change: () => Promise<void>): void {
    if (this.#isOver) return;
    change().catch((err: unknown) => {
      this.#log.debug({ err }, "clock change not journaled yet");
      if (this.#isOver) return;
      this.#cancelRetry ??= this.#time.after(RETRY, () => {
        this.#cancelRetry = null;
        this.#do(() => this.#match.appendNotes());
      });
    });
  }
}
