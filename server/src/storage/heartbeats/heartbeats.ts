import { newId, type Random } from "../../random.ts";
import type { Time } from "../../time.ts";
import type { ClockOwner, StoredFact } from "../journal/facts.ts";
import type { HeartbeatStore, Sign } from "./heartbeat-store.ts";
import { Pulse, type PulseListener, type StoreAnswers } from "./pulse.ts";

export interface HeartbeatOptions {
  /** `null`: nothing is stored, and no successor asks. */
  readonly store: HeartbeatStore | null;
  /** Whether others ask if this process reaches the store: then it stores that it is alive also while no clock runs. */
  readonly isShared: boolean;
  /** The clock that dates facts. */
  readonly time: Time;
  readonly random: Random;
  /** Returns the id of the room in which a match is played in an epoch. */
  readonly roomIdOf: (match: string, epoch: number) => string;
}

/** ms after a standstill in which matches journal the time that they give back. */
const SETTLING = 2_000;

/**
 * Stores once a second that this process is alive, while it has a match with running clocks or shares its store with other servers. A
 * successor reads from it when the clocks stopped. A closed room's sign is stored with it, never after.
 */
export class Heartbeats {
  readonly #options: HeartbeatOptions;
  #process: string | null;
  /** The rooms in which clocks run. */
  readonly #running = new Set<string>();
  /** Rooms that closed without saying so in their match's log. */
  #closed: readonly Sign[] = [];
  #pulse: Pulse | null = null;
  /** The last standstill: since when, ms since 1970, and when its matches have journaled it, by the monotonic clock. */
  #standstill = { since: 0, settledAt: Number.NEGATIVE_INFINITY };
  #isPaused = false;
  /** The heartbeat that is under way. */
  #stored: Promise<void> = Promise.resolve();

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.#process = options.store === null ? null : newId(options.random);
  }

  /** Names this process, and no other ever; `null`: nothing is stored. */
  get process(): string | null {
    return this.#process;
  }

  /** @param listener learns when the store stops answering, and when it answers again */
  start(listener: PulseListener): void {
    const { store, time } = this.#options;
    if (store === null) return;
    this.#pulse = new Pulse(() => this.#beat(store, time.now()), time, listener);
    this.#pulse.start();
  }

  stop(): void {
    this.#pulse?.stop();
  }

  /** Whether the store answers; `null`: nothing is stored. Call it after `start`. */
  get answers(): StoreAnswers | null {
    return this.#pulse;
  }

  /** Notes whether clocks run in a room, at each change and when it is gone, since asking thousands of rooms each second costs too much. */
  noteClocks(roomId: string, areRunning: boolean): void {
    if (areRunning) this.#running.add(roomId);
    else this.#running.delete(roomId);
  }

  /** Notes that the process stood still for `ms` until now. A heartbeat would say that clocks ran meanwhile: none is stored until matches have journaled that. */
  noteStandstill(ms: number): void {
    const { time } = this.#options;
    const since = this.#isSettling ? this.#standstill.since : time.now() - ms;
    this.#standstill = { since, settledAt: time.monotonic() + SETTLING };
  }

  get #isSettling(): boolean {
    return this.#options.time.monotonic() < this.#standstill.settledAt;
  }

  /** Notes that a room has closed now, and its match's log may not say so. No clock has run in it since the store was lost or a standstill began. */
  noteClosed(roomId: string): void {
    if (this.#process === null) return;
    const { time } = this.#options;
    const lostFor = this.#pulse?.lostAt == null ? 0 : time.monotonic() - this.#pulse.answeredAt;
    const at = this.#isSettling ? this.#standstill.since : time.now() - lostFor;
    this.#closed = [...this.#closed, { name: roomId, at }];
  }

  /**
   * Stores nothing while the database is replaced by an earlier one, and goes by another name afterwards: of the matches in that one this
   * process has let no clock run since.
   */
  async whileReplaced<T>(replace: () => Promise<T>): Promise<T> {
    this.#isPaused = true;
    try {
      await this.#stored.catch(() => {});
      const replaced = await replace();
      this.#closed = [];
      if (this.#process !== null) this.#process = newId(this.#options.random);
      return replaced;
    } finally {
      this.#isPaused = false;
    }
  }

  /** Deletes what no successor asks for any more. @param before ms since 1970 */
  async deleteBefore(before: number): Promise<void> {
    await this.#options.store?.deleteBefore(before);
  }

  /**
   * Returns since when no clock of a match runs whose room is gone: ms since 1970, never before its last fact. Of a match of an older
   * server, or one of whose process nothing is stored, that is its last fact.
   * @throws what the store rejects with
   */
  async stoppedSince(match: string, facts: readonly StoredFact[]): Promise<number> {
    const { store, roomIdOf } = this.#options;
    const last = facts.at(-1);
    const lastAt = last?.at ?? 0;
    const owner = facts.findLast(hasOwner)?.owner;
    const hasSaidSo = last?.type === "clock-stopped" && last.seats === undefined;
    if (store === null || owner === undefined || hasSaidSo) return lastAt;
    const roomId = roomIdOf(match, owner.epoch);
    // Not in turn: the room's sign may be stored between two reads, and the process's with it.
    const signs = [...(await store.read([owner.process, roomId]))];
    if (owner.process === this.#process) signs.push(...this.#ownSigns(roomId));
    if (signs.length === 0) return lastAt;
    // A sign of a room that closed while the store was away may be dated before its last fact: by the last heartbeat.
    return Math.max(lastAt, Math.min(...signs.map(({ at }) => at + (owner.ahead ?? 0))));
  }

  /** What is not stored yet, when this process itself restores a match that it lost. */
  #ownSigns(roomId: string): Sign[] {
    return this.#closed.filter(({ name }) => name === roomId);
  }

  async #beat(store: HeartbeatStore, now: number): Promise<void> {
    const { isShared } = this.#options;
    // What is written now would say that clocks run, which have been stopped: it may arrive though no answer does.
    if (this.#pulse?.lostAt != null || this.#isSettling) await store.read([this.#process ?? ""]);
    if (this.#isSettling) return;
    const closed = this.#closed;
    if (this.#isPaused || (closed.length === 0 && this.#running.size === 0 && !isShared)) return;
    this.#stored = store.store([{ name: this.#process ?? "", at: now }, ...closed]);
    await this.#stored;
    this.#closed = this.#closed.slice(closed.length);
  }
}

function hasOwner(fact: StoredFact): fact is StoredFact & { readonly owner: ClockOwner } {
  return (fact.type === "begun" || fact.type === "clock-stopped") && fact.owner !== undefined;
}
