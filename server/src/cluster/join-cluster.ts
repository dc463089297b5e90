import { refuse } from "../refusal.ts";
import { Pulse } from "../storage/heartbeats/pulse.ts";
import type { Cluster, ClusterPorts } from "./cluster.ts";
import { Leases } from "./leases.ts";
import { RedisLocks } from "./locks.ts";
import { Processes } from "./processes.ts";
import { checkConnection, connectRedis, reasonOf, unreachable } from "./redis.ts";
import { SharedDriver } from "./shared-driver.ts";
import { SharedPresence } from "./shared-presence.ts";
import { orUnavailable } from "./unavailable.ts";

/* Loaded by a server that shares a Redis with others; one that is alone never loads Redis' client. */

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
