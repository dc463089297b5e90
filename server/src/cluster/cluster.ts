import { LocalPresence, type MatchMakerDriver, type Presence } from "@colyseus/core";
import type { Redis } from "ioredis";
import type { Ports } from "../ports.ts";
import type { PulseListener, StoreAnswers } from "../storage/heartbeats/pulse.ts";
import { IndexedDriver } from "./indexed-driver.ts";
import { LocalLocks, type Locks } from "./locks.ts";
import type { MatchMaker } from "./match-maker.ts";

/** Joins this process to the others that serve the same matches. */
export interface Cluster {
  readonly presence: Presence;
  readonly driver: MatchMakerDriver;
  readonly locks: Locks;
  /** `null`: this process is alone. */
  readonly redis: Redis | null;
  /** Picks the process in which to create a match. */
  chooseProcess(): Promise<string>;
  /**
   * Tells whether a process works: one that was killed does not from that moment on, one that stands still not after 3 s. If that is
   * in doubt, resolves when it is known.
   */
  isAlive(processId: string): Promise<boolean>;
  /** Whether another process works, does not leave, and has a store that answers: it takes matches over. */
  hasOthers(): Promise<boolean>;
  /**
   * Returns when the store of such another process was last asked what it answered, by this process' monotonic clock; minus infinity:
   * none is known.
   * @throws `RefusalError` with `unavailable` while Redis is away
   */
  othersAnsweredAt(): Promise<number>;
  /** Tells the other processes at once whether the store answers this one, unless Redis is away. */
  renewLease(): Promise<void>;
  /** Asks the other processes to create no more matches in this one. */
  startToLeave(): Promise<void>;
  /** Starts to watch the other processes, and counts as alive from then on. Call it when the matchmaker accepts. */
  start(listener: ClusterListener): Promise<void>;
  close(): void;
}

export interface ClusterListener {
  /** Whether the store answers that all processes share; `null`: nothing is stored. */
  readonly store: StoreAnswers | null;
  /** Another process died, and the rooms of these ids with it. */
  readonly lost: (roomIds: readonly string[]) => void;
  /** Others may have counted this process as gone for a while. */
  readonly lapsed: () => void;
  /** Called when the listing is right again after an absence of Redis. Messages that were published meanwhile are lost. */
  readonly back: () => void;
  /** Called when Redis stops answering, so that no client can join a room, and when it answers again. */
  readonly entrance: PulseListener;
}

export interface ClusterPorts extends Ports {
  readonly matchMaker: MatchMaker;
}

/** A cluster of this process alone. */
export function singleProcess({ matchMaker }: Pick<ClusterPorts, "matchMaker">): Cluster {
  const presence = new LocalPresence();
  return {
    presence,
    driver: new IndexedDriver(),
    locks: new LocalLocks(),
    redis: null,
    chooseProcess: async () => matchMaker.processId,
    isAlive: async (processId) => processId === matchMaker.processId,
    hasOthers: async () => false,
    othersAnsweredAt: async () => Number.NEGATIVE_INFINITY,
    async renewLease() {},
    async startToLeave() {},
    async start() {},
    close: () => presence.shutdown(),
  };
}
