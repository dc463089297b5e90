import { SERVER_LIMITS } from "@flower-war/protocol/server";
import type { Logger } from "pino";
import type { Cancel, Time } from "../../time.ts";
import type { Match } from "../match.ts";
import { type Stop, timeToGiveBack } from "./clock.ts";

/** ms after a standstill in which connections that players gave up during it are found closed. */
const GRACE = 1_000;
/** ms before what could not be journaled is journaled again. */
const RETRY = 1_000;

/**
 * Stops a match's clocks because of an outage, and lets each run again when its player is back: connected, or present by their
 * temple. Where an outage ends without them, a clock waits for `SERVER_LIMITS.clockStop` at most.
 */
export class ClockStops {
  readonly #match: Match;
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

  constructor(match: Match, time: Time, log: Logger) {
    this.#match = match;
    this.#time = time;
    this.#log = log;
  }

  /** Call it after every change of presence. */
  update(): void {
    if (this.#isOver || !this.#match.clocksAreRunning) return;
    const { clocks } = this.#match;
    const { away } = this.#match.seats;
    if (this.#isEntranceLost) this.#stopAway(this.#time.now(), null);
    if (this.#thawedAt !== null) this.#stopAway(this.#thawedAt, this.#thawedAt + SERVER_LIMITS.clockStop);
    if (this.#isStoreLost) return;
    for (const seat of clocks.stopped) if (!away.includes(seat)) this.#restart(seat);
  }

  /** Lets clocks run again that have stood still for as long as they may, and journals that they did. */
  settle(): void {
    this.#run(async () => {
      const { clocks, log } = this.#match;
      clocks.settle(log.now());
      this.#match.changed();
      await log.appendNotes();
    });
  }

  /** The process has stood still for `ms` until now. */
  standStill(ms: number): void {
    const at = this.#time.now();
    this.#match.standStill({ since: at - ms, until: at + SERVER_LIMITS.clockStop });
    this.#run(() => this.#appendOfAway());
    this.#thawedAt = at;
    this.#cancelGrace();
    this.#cancelGrace = this.#time.after(GRACE, () => (this.#thawedAt = null));
  }

  /** The journal's store does not answer. @param ms since it last did */
  noteStoreLost(ms: number): void {
    this.#isStoreLost = true;
    const since = this.#time.now() - ms;
    this.#run(() => this.#match.stopClocks(this.#match.clocks.ofPresent, { since, until: null }));
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

  /** Says until when clocks stand still at most whose stop has no bound yet. */
  #bound(): void {
    if (this.#isStoreLost || this.#isEntranceLost) return;
    const until = this.#time.now() + SERVER_LIMITS.clockStop;
    this.#run(async () => {
      const { clocks, clocksAreRunning, log } = this.#match;
      const seats = clocks.unbounded;
      if (!clocksAreRunning || seats.length === 0) return;
      this.#match.stopClocks(seats, { since: log.now(), until });
      await log.appendNotes();
    });
    this.update();
  }

  #stopAway(since: number, until: number | null): void {
    const { clocks, seats } = this.#match;
    const { away } = seats;
    const stopped = clocks.running.filter((seat) => away.includes(seat));
    if (stopped.length > 0) this.#run(() => this.#stopAndAppend(stopped, { since, until }));
  }

  /** Stops the clocks of these seats that do not stand still already. */
  async #stopAndAppend(seats: readonly string[], stop: Stop): Promise<void> {
    const { running } = this.#match.clocks;
    this.#match.stopClocks(
      seats.filter((seat) => running.includes(seat)),
      stop,
    );
    await this.#appendOfAway();
  }

  /** Journals the stops of players who may never return: this process lives on, and a successor would see no outage. */
  async #appendOfAway(): Promise<void> {
    const { clocks, seats, log } = this.#match;
    const { away } = seats;
    if (clocks.stopped.some((seat) => clocks.isAwaited(seat) && away.includes(seat))) await log.appendNotes();
  }

  /** Lets the clock of a seat run again whose player is back, and journals it if it has to be. */
  #restart(seat: string): void {
    if (this.#restarting.has(seat)) return;
    this.#restarting.add(seat);
    this.#run(async () => {
      this.#restarting.delete(seat);
      const { clocks, isOver, log } = this.#match;
      const ms = clocks.current === null || isOver ? null : timeToGiveBack(clocks.current, seat, log.now());
      if (ms === null) return;
      this.#match.noteClock({ type: "time-given-back", ms, seat });
      // A seat that is not awaited has the fact with the command that makes it so.
      if (clocks.isAwaited(seat)) await log.appendNotes();
    });
  }

  /** Changes clocks in the match's queue. Changes noted while the store is away are journaled later. */
  #run(change: () => void | Promise<void>): void {
    if (this.#isOver) return;
    const changing = this.#match.queue.run(async () => change());
    changing.catch((err: unknown) => {
      this.#log.debug({ err }, "clock change not journaled yet");
      if (this.#isOver) return;
      this.#cancelRetry ??= this.#time.after(RETRY, () => {
        this.#cancelRetry = null;
        this.#run(() => this.#match.log.appendNotes());
      });
    });
  }
}
