import { LocalPresence, type MatchMakerDriver, matchMaker, type Presence } from "@colyseus/core";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { IndexedDriver } from "./indexed-driver.ts";
import { type LocalRooms, listingOf } from "./local-rooms.ts";
import { LocalLocks, type Locks } from "./locks.ts";
import { Processes } from "./processes.ts";
import { connectRedis } from "./redis.ts";
import { RedisLocks } from "./redis-locks.ts";
import { SharedDriver } from "./shared-driver.ts";
import { SharedPresence } from "./shared-presence.ts";
import { orUnavailable } from "./unavailable.ts";

/** What joins this process to the others that serve the same matches. */
export interface Cluster {
  readonly presence: Presence;
  readonly driver: MatchMakerDriver;
  readonly locks: Locks;
  /** `null`: there are no others. */
  readonly redis: Redis | null;
  /** The process in which to make a match. */
  readonly choose: () => Promise<string>;
  /** Whether a process is there: one that was killed is not from that moment on. */
  readonly isAlive: (processId: string) => Promise<boolean>;
  /** To be called when the matchmaker is ready. */
  start(news: ClusterNews): void;
  close(): void;
}

export interface ClusterNews {
  /** The rooms of this process. */
  readonly rooms: LocalRooms;
  /** Another process died, and the rooms of these ids with it. */
  readonly lost: (roomIds: readonly string[]) => void;
  /** What was told while Redis was away is lost, and the listing is right again. */
  readonly back: () => void;
}

/** A process that is alone. */
export function alone(): Cluster {
  const presence = new LocalPresence();
  return {
    presence,
    driver: new IndexedDriver(),
    locks: new LocalLocks(),
    redis: null,
    choose: async () => matchMaker.processId,
    isAlive: async (processId) => processId === matchMaker.processId,
    start() {},
    close: () => presence.shutdown(),
  };
}

/**
 * A process among others, joined by Redis.
 * @throws `StartError` if it cannot be reached now
 */
export async function joinCluster(redisUrl: string, log: Logger): Promise<Cluster> {
  const redis = await connectRedis(redisUrl, log);
  const presence = new SharedPresence(redis, log);
  await presence.open();
  const driver = new SharedDriver(redis, log);
  const processes = new Processes(log);

  return {
    presence,
    driver,
    locks: new RedisLocks(redis),
    redis,
    choose: processes.choose,
    // A dead one's channel closes with its connection.
    isAlive: async (processId) => (await orUnavailable(redis.pubsub("NUMSUB", `p:${processId}`)))[1] === 1,
    start({ rooms, lost, back }) {
      processes.watch(lost);
      const restore = async () => {
        await driver.restore(matchMaker.processId, rooms.all.map(listingOf));
        await matchMaker.stats.persist(true);
        back();
      };
      // Others may list rooms of processes that were gone before this one began.
      back();
      redis.on("ready", () => {
        restore().catch((err: unknown) => log.warn({ err }, "the listing of this process may be wrong"));
      });
    },
    close() {
      processes.stop();
      presence.shutdown();
    },
  };
}
