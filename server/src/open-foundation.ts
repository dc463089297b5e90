import { setLogger } from "@colyseus/core/Logger";
import { ROOMS } from "@flower-war/protocol";
import { captureOutput, LineSummaries } from "@flower-war/protocol/log";
import type { ServerOptions } from "./server-options.ts";
import { type Cluster, type ClusterPorts, singleProcess } from "./cluster/cluster.ts";
import { MatchMaker } from "./cluster/match-maker.ts";
import { StreamLinks } from "./cluster/stream-links.ts";
import { type Config, testConfig } from "./config.ts";
import { frameworkLog, openLog } from "./log.ts";
import { roomIdOf } from "./match/room-id.ts";
import { openStores } from "./open-stores.ts";
import { systemRandom } from "./random.ts";
import { HeartbeatStore } from "./storage/heartbeats/heartbeat-store.ts";
import { Heartbeats } from "./storage/heartbeats/heartbeats.ts";
import { MatchSleep } from "./storage/sleep/match-sleep.ts";
import { SleepStore } from "./storage/sleep/sleep-store.ts";
import { openJournal } from "./storage/open.ts";
import { DatabaseTime } from "./storage/postgres/database-time.ts";
import { systemTime } from "./time.ts";
import { useSmallBuffers } from "./wire/patches.ts";

export type Foundation = Awaited<ReturnType<typeof openFoundation>>;

type Closing = void | Promise<void>;

/** Closes a part, for `AsyncDisposableStack.adopt`. */
export const close = (part: { close(): Closing }): Closing => part.close();
export const stop = (part: { stop(): Closing }): Closing => part.stop();

/**
 * Opens the foundation of all domains: time, log, the cluster, the database, the journal and the heartbeats.
 * @param opened closes all of it, the last first
 */
export async function openFoundation(options: ServerOptions, opened: AsyncDisposableStack) {
  const { random = systemRandom, databaseThread, output, ...given } = options;
  const config: Config = { ...testConfig(random), ...given };
  const machineTime = options.time ?? systemTime;
  const databaseTime = config.databaseUrl === null ? null : new DatabaseTime(machineTime);
  const time = databaseTime ?? machineTime;
  const summaries = opened.adopt(new LineSummaries(time), (lines) => lines.flush());
  const log = openLog(config.logLevel, summaries);
  if (output) captureOutput(output, log);
  setLogger(frameworkLog(log));
  useSmallBuffers();

  const matchMaker = new MatchMaker();
  const ports = { matchMaker, time, random, log };
  const { redisUrl } = config;
  const cluster = redisUrl === null ? singleProcess(ports) : await join(redisUrl, ports);
  opened.adopt(cluster, close);
  const stores = opened.adopt(
    options.stores ?? (await openStores(config, { time, log, databaseThread })),
    close,
  );
  const { postgres, durable } = stores;
  if (postgres) await databaseTime?.follow(postgres, log.child({ part: "database" }));
  opened.defer(() => databaseTime?.stop());
  const journalPorts = { retention: config.retention, time, log: log.child({ part: "journal" }) };
  const journal = opened.adopt(options.journal ?? openJournal(stores.used, journalPorts), close);
  await openMatchMaker(matchMaker, cluster, config.publicUrl);

  const streamLinks = new StreamLinks({
    ...ports,
    presence: cluster.presence,
    processId: matchMaker.processId,
    isAlive: (processId) => cluster.isAlive(processId),
  });
  await streamLinks.open();
  opened.adopt(streamLinks, close);
  const heartbeats = new Heartbeats({
    store: options.heartbeats ?? (durable && new HeartbeatStore(durable)),
    isShared: cluster.redis !== null,
    time: time.steady,
    random,
    roomIdOf,
  });
  opened.adopt(heartbeats, stop);
  const sleep = new MatchSleep({
    store: new SleepStore(stores.used),
    isShared: cluster.redis !== null,
    time: time.steady,
    log: log.child({ part: "sleep" }),
    // What tells for how long no server ran.
    noteSleepers: (areAny) => heartbeats.noteClocks("sleeping matches", areAny),
  });
  opened.adopt(sleep, stop);
  return { config, ports, databaseTime, cluster, stores, journal, streamLinks, heartbeats, sleep };
}

/** Loads Redis' client, which a server that is alone never needs. */
export const loadRedis = () => import("./cluster/join-cluster.ts");

/** @throws `StartError` */
async function join(redisUrl: string, ports: ClusterPorts): Promise<Cluster> {
  const { joinCluster } = await loadRedis();
  return joinCluster(redisUrl, ports);
}

/** Matches are created where the cluster chooses; of other rooms every process has its own. */
async function openMatchMaker(
  matchMaker: MatchMaker,
  cluster: Cluster,
  publicUrl: string | null,
): Promise<void> {
  await matchMaker.open({
    presence: cluster.presence,
    driver: cluster.driver,
    publicAddress: publicUrl?.replace(/^https?:\/\//, "").replace(/\/$/, ""),
    chooseProcess: async (room) => (room === ROOMS.match ? cluster.chooseProcess() : matchMaker.processId),
  });
}
