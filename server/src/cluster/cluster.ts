import { LocalPresence, type MatchMakerDriver, type Presence } from "@colyseus/core";
import type { Redis } from "ioredis";
import type { Ports } from "../ports.ts";
import { refuse } from "../refusal.ts";
import { Pulse, type PulseListener, type StoreAnswers } from "../storage/heartbeats/pulse.ts";
import { IndexedDriver, SharedDriver } from "./drivers.ts";
import { Leases } from "./leases.ts";
import { LocalLocks, type Locks, RedisLocks } from "./locks.ts";
import type { MatchMaker } from "./match-maker.ts";
import { Processes } from "./processes.ts";
import { checkConnection, connectRedis, reasonOf, unreachable } from "./redis.ts";
import { SharedPresence } from "./shared-presence.ts";
import { orUnavailable } from "./unavailable.ts";

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

/**
 * A cluster of all processes on one Redis.
 * @throws `StartError` if Redis cannot be reached now
 */
export async function joinCluster(redisUrl: string, ports: ClusterPorts): Promise<Cluster> {
  const { matchMaker, time, random, log } = ports;
  const redis = await connectRedis(redisUrl, log);
  const presence = new SharedPresence(redis, time, log);
  try {
    await presence.open();
  } catch (error) {
    presence.shutdown();
    throw unreachable(redisUrl, reasonOf(error), error);
  }
  const driver = new SharedDriver(redis, log);
  let pulse: Pulse | null = null;
  const leases = new Leases(redis, matchMaker, time, log);
  const processes = new Processes(matchMaker, leases, time, random, log);
  // A killed one's channel closes with its connection.
  const isConnected = async (processId: string) =>
    (await orUnavailable(redis.pubsub("NUMSUB", `p:${processId}`)))[1] === 1;

  return {
    presence,
    driver,
    locks: new RedisLocks(redis, time, random),
    redis,
    chooseProcess: () => processes.choose(),
    hasOthers: () => processes.hasOthers(),
    async othersAnsweredAt() {
      if (pulse?.lostAt != null) throw refuse("unavailable");
      return processes.othersAnsweredAt();
    },
    async renewLease() {
      if (pulse?.lostAt == null) await leases.renew();
    },
    startToLeave: () => leases.startToLeave(),
    isAlive: (processId) => leases.isHeld(processId, isConnected),
    async start({ store, lost, lapsed, back, entrance }) {
      const restore = async () => {
        await leases.restore();
        await driver.restore(matchMaker.processId);
        await matchMaker.publishLoad();
        back();
      };
      const tryToRestore = () => {
        restore().catch((err: unknown) => log.warn({ err }, "listing not restored"));
      };
      // Others have removed this process and its rooms from the listing.
      await leases.start(store, () => {
        lapsed();
        tryToRestore();
      });
      processes.watch(lost);
      const check = async () => {
        const now = `${time.monotonic()}`;
        await Promise.all([checkConnection(redis, now), presence.check(now)]);
      };
      pulse = new Pulse(check, time, entrance);
      pulse.start();
      // Others may list rooms of processes that were gone before this one began.
      back();
      redis.on("ready", tryToRestore);
    },
    close() {
      processes.stop();
      pulse?.stop();
      leases.stop();
      presence.shutdown();
    },
  };
}
