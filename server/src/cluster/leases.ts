import { sleep } from "@flower-war/protocol/ports";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { isSteady, type StoreAnswers } from "../storage/heartbeats/pulse.ts";
import type { Cancel, Time } from "../time.ts";
import type { MatchMaker } from "./match-maker.ts";
import { orUnavailable } from "./unavailable.ts";

/** ms for which a process that renews its lease no more still counts as alive. */
export const LEASE = 3_000;
/** ms between two renewals. */
const RENEWAL = 1_000;
/** A lease that was last renewed longer ago, in ms, is in doubt. */
const DOUBTFUL = 1_500;
/** ms between two looks at a lease that is in doubt. */
const POLL = 100;

/** The values of a lease: `works:` is followed by how long ago the store answered, in ms; servers of 0.2 leave that out. */
const WORKS = "works";
const LEAVES = "leaves";
const UNSTEADY = "unsteady";

/** A process' lease, as far as it is known. */
export interface Lease {
  /** ms since it was renewed; infinity: there is none. */
  readonly age: number;
  /** Whether the process works only to hand its matches over. */
  readonly leaves: boolean;
  /** Whether its store is not away, and has not been for a while. */
  readonly isSteady: boolean;
  /** ms since the last request that its store answered; infinity: unknown. */
  readonly storeAge: number;
}

/**
 * The leases of all processes in Redis, which each renews every second while it works: one that was killed has none, nor one that
 * stands still though its connections are open.
 */
export class Leases {
  readonly #redis: Redis;
  readonly #time: Time;
  readonly #log: Logger;
  readonly #matchMaker: Pick<MatchMaker, "processId">;
  #store: StoreAnswers | null = null;
  #isLeaving = false;
  #isRenewing = false;
  /** The last renewal had no answer. */
  #isMissed = false;
  /** The checks of leases in doubt that are under way, by process. */
  readonly #checks = new Map<string, Promise<boolean>>();
  /** When this process last renewed its lease, and when it first did after Redis was away, by the monotonic clock. */
  #renewedAt = Number.NEGATIVE_INFINITY;
  #backAt = Number.NEGATIVE_INFINITY;
  #cancel: Cancel = () => {};

  constructor(redis: Redis, matchMaker: Pick<MatchMaker, "processId">, time: Time, log: Logger) {
    this.#redis = redis;
    this.#matchMaker = matchMaker;
    this.#time = time;
    this.#log = log;
  }

  /**
   * Takes this process' lease and renews it from now on.
   * @param store whether it answers; `null`: there is none
   * @param lapsed called when others may have counted this process as gone
   */
  async start(store: StoreAnswers | null, lapsed: () => void): Promise<void> {
    this.#store = store;
    const logMissed = (err: unknown): true => {
      this.#log.debug({ err }, "lease not renewed");
      return true;
    };
    await this.#renew().catch(logMissed);
    const renew = async () => {
      if (this.#isRenewing) return;
      this.#isRenewing = true;
      if (!(await this.#renew().catch(logMissed))) lapsed();
      this.#isRenewing = false;
    };
    this.#cancel = this.#time.every(RENEWAL, () => void renew(), { background: true });
  }

  /** Renews the lease at once: Redis is back, and may be empty. */
  async restore(): Promise<void> {
    await this.#renew();
  }

  /** Tells the other processes at once what the lease says now, if Redis answers. */
  async renew(): Promise<void> {
    await this.#renew().catch((err: unknown) => this.#log.debug({ err }, "lease not renewed"));
  }

  stop(): void {
    this.#cancel();
  }

  /** Reads the lease of a process. */
  async read(processId: string): Promise<Lease> {
    const key = keyOf(processId);
    const [left, value] = await orUnavailable(Promise.all([this.#redis.pttl(key), this.#redis.get(key)]));
    const age = left < 0 ? Number.POSITIVE_INFINITY : LEASE - left;
    const [state, storeAge] = (value ?? "").split(":");
    return {
      age,
      leaves: state === LEAVES,
      isSteady: state === WORKS,
      storeAge: storeAge === undefined ? Number.POSITIVE_INFINITY : age + Number(storeAge),
    };
  }

  /** Tells the other processes that this one works only to hand its matches over. */
  async startToLeave(): Promise<void> {
    this.#isLeaving = true;
    await this.renew();
  }

  /**
   * Whether a process works. If its lease is in doubt, resolves when it has renewed it or it has expired.
   * @param isConnected tells whether its connection to Redis is open
   */
  async isHeld(processId: string, isConnected: (processId: string) => Promise<boolean>): Promise<boolean> {
    if (processId === this.#matchMaker.processId) return true;
    const state = await this.#look(processId, isConnected);
    if (state !== "in doubt") return state === "held";
    const check =
      this.#checks.get(processId) ??
      this.#waitForCertainty(processId, isConnected).finally(() => this.#checks.delete(processId));
    this.#checks.set(processId, check);
    return check;
  }

  async #waitForCertainty(
    processId: string,
    isConnected: (processId: string) => Promise<boolean>,
  ): Promise<boolean> {
    for (;;) {
      await sleep(this.#time, POLL);
      const state = await this.#look(processId, isConnected);
      if (state !== "in doubt") return state === "held";
    }
  }

  async #look(
    processId: string,
    isConnected: (processId: string) => Promise<boolean>,
  ): Promise<"held" | "in doubt" | "expired"> {
    const [connected, { age }] = await Promise.all([isConnected(processId), this.read(processId)]);
    if (connected && age < DOUBTFUL) return "held";
    // Redis was away a moment ago: it may only be late.
    if (this.#time.monotonic() - this.#backAt < DOUBTFUL) return "in doubt";
    return connected && age < LEASE ? "in doubt" : "expired";
  }

  /**
   * Resolves with whether the lease was still held. After an answer that did not come it asks first: a process that Redis hears and that
   * hears nothing of it must lose its lease.
   */
  async #renew(): Promise<boolean> {
    const isMissed = this.#isMissed;
    this.#isMissed = true;
    if (isMissed) await this.#redis.ping();
    const before = await this.#redis.set(keyOf(this.#matchMaker.processId), this.#value, "PX", LEASE, "GET");
    this.#isMissed = false;
    const now = this.#time.monotonic();
    if (now - this.#renewedAt > LEASE) this.#backAt = now;
    this.#renewedAt = now;
    return before !== null;
  }

  get #value(): string {
    if (this.#isLeaving) return LEAVES;
    const now = this.#time.monotonic();
    const store = this.#store;
    if (store === null) return WORKS;
    return isSteady(store, now) ? `${WORKS}:${Math.ceil(now - store.answeredAt)}` : UNSTEADY;
  }
}

/** Whether a process whose lease has this age, in ms, may be given something to do. */
export function isFresh(age: number): boolean {
  return age < DOUBTFUL;
}

function keyOf(processId: string): string {
  return `lease:${processId}`;
}
