import { createServer, type Server } from "node:http";
import type { Agent } from "node:https";
import type { AddressInfo } from "node:net";
import { setLogger } from "@colyseus/core/Logger";
import { ROOMS, SERVER_LIMITS } from "@flower-war/protocol";
import { captureOutput, LineSummaries, type OutputOwner } from "@flower-war/protocol/log";
import { isLoopback } from "@flower-war/protocol/sockets";
import { BotPool, type Thinker } from "./bots/bot-pool.ts";
import { MemoryChatStore } from "./chat/chat-store.ts";
import { SqlChatStore } from "./chat/sql-chat-store.ts";
import { type Cluster, joinCluster, singleProcess } from "./cluster/cluster.ts";
import { isEntranceReady } from "./cluster/entrance.ts";
import { LocalRooms } from "./cluster/local-rooms.ts";
import { MatchMaker } from "./cluster/match-maker.ts";
import { StreamLinks } from "./cluster/stream-links.ts";
import { type Config, testConfig } from "./config.ts";
import type { HostedGame } from "./games/hosted-game.ts";
import { GAMES } from "./games/index.ts";
import { httpApp } from "./http/app.ts";
import { addressForOthers } from "./http/own-address.ts";
import { LinkPreviews } from "./http/link-preview.ts";
import { Backups } from "./operator/backups.ts";
import { Profiles } from "./http/profiles.ts";
import { Records } from "./http/records.ts";
import { RetryWaits } from "./http/retry-waits.ts";
import { OnlineBotAccounts } from "./lobby/bot-accounts.ts";
import { BotRoom } from "./lobby/bot-room.ts";
import { Capacity } from "./lobby/capacity.ts";
import { LobbyRooms } from "./lobby/lobby-rooms.ts";
import { HttpMatchAccess } from "./lobby/http-match-access.ts";
import { MatchRooms } from "./lobby/match-rooms.ts";
import { OpenTables } from "./lobby/open-tables.ts";
import { Reservations } from "./lobby/reservations.ts";
import { SingletonRooms } from "./lobby/reserve.ts";
import { LobbyRoom } from "./lobby/room.ts";
import { ViewerPace } from "./lobby/viewer-pace.ts";
import { WaitingSeats } from "./lobby/waiting-seats.ts";
import { WithheldLimit } from "./lobby/withheld-limit.ts";
import { TableIndex } from "./lobby/table-index.ts";
import { listen, urlOf } from "./listen.ts";
import { frameworkLog, openLog } from "./log.ts";
import { publishListing } from "./match/outbound/listing.ts";
import { handOver } from "./match/hand-over.ts";
import { OwnershipMonitor } from "./match/ownership-monitor.ts";
import { liveMatches, MatchRoom } from "./match/room.ts";
import { StepDown } from "./match/step-down.ts";
import { matchOf, roomIdOf } from "./match/room-id.ts";
import { Tokens } from "./match/seats/tokens.ts";
import type { RoomServices } from "./match/services.ts";
import { Gauges } from "./metrics/gauges.ts";
import { OperatorActs } from "./operator/acts.ts";
import { operatorServer } from "./operator/index.ts";
import { openModeration } from "./moderation/index.ts";
import { openWordFilter } from "./names/word-filter.ts";
import { brokenBy, openStores } from "./open-stores.ts";
import { RecordWriter } from "./records/record-writer.ts";
import { type Random, systemRandom } from "./random.ts";
import { openHistories } from "./history/index.ts";
import { openPlayers } from "./players/index.ts";
import { openNotices } from "./notices/index.ts";
import { type HeartbeatStore, SqlHeartbeatStore } from "./storage/heartbeats/heartbeat-store.ts";
import { Heartbeats } from "./storage/heartbeats/heartbeats.ts";
import type { Journal } from "./storage/journal/journal.ts";
import { type DatabaseThread, openJournal } from "./storage/open.ts";
import { DatabaseTime } from "./storage/postgres/database-time.ts";
import { FirmwareImages } from "./temples/firmware-images.ts";
import { openTemples } from "./temples/index.ts";
import { type ServerTime, systemTime } from "./time.ts";
import { Origins } from "./wire/origins.ts";
import { useSmallBuffers } from "./wire/patches.ts";
import { Connections, HTTP_OPTIONS } from "./wire/connections.ts";
import { dropReservedSeats } from "./wire/reserved-seats.ts";
import { GuardedTransport } from "./wire/transport.ts";

/** The part of the time to drain in which matches are handed over in slices. */
const SLICES_SHARE = 0.6;

/** The parts of a server. Missing parts are as in `testConfig`, with every game. */
export interface ServerOptions extends Partial<Config> {
  readonly games?: ReadonlyMap<string, HostedGame>;
  readonly journal?: Journal;
  /** Default: in the server's database, if it has one. */
  readonly heartbeats?: HeartbeatStore;
  readonly time?: ServerTime;
  readonly random?: Random;
  /** Thinks for the bots. Default: child processes. */
  readonly bots?: Thinker;
  /** As in `PushSenderOptions`. */
  readonly pushAgent?: Agent;
  /** The process whose output becomes lines of the log. Default: none. */
  readonly output?: OutputOwner;
  /** The database's thread, if it has been started before. */
  readonly databaseThread?: DatabaseThread;
}

export interface RunningServer {
  readonly port: number;
  /** `http://<host>:<port>` */
  readonly url: string;
  readonly config: Config;
  /** Where others reach it; `null`: nowhere that it knows of. */
  readonly address: string | null;
  /** `http://<host>:<port>` of the operator's listener, or `https` */
  readonly operatorUrl: string;
  /** Resolves when an operator has asked the server to drain: stop it. */
  readonly drained: Promise<void>;
  /** Resolves with the reason if the server cannot go on: restart it as a process. */
  readonly broken: Promise<string>;
  /** Closes every room and connection. Resolves when nothing is left. */
  stop(): Promise<void>;
}

/**
 * Starts a server in this process, of which there is one, as there is one Colyseus matchmaker.
 * @throws `StartError` if it cannot listen, or cannot use its database or Redis
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const opened = new AsyncDisposableStack();
  try {
    return await start(options, opened);
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

/** @param opened gets what is closed when the server stops, and at once if it does not start: the last first */
async function start(options: ServerOptions, opened: AsyncDisposableStack): Promise<RunningServer> {
  const { games = GAMES, random = systemRandom, pushAgent, output, databaseThread, ...given } = options;
  const machineTime = options.time ?? systemTime;
  const config: Config = { ...testConfig(random), ...given };
  const databaseTime = config.databaseUrl === null ? null : new DatabaseTime(machineTime);
  const time = databaseTime ?? machineTime;
  const summaries = new LineSummaries(time);
  opened.defer(() => summaries.flush());
  const log = openLog(config.logLevel, summaries);
  if (output) captureOutput(output, log);
  setLogger(frameworkLog(log));
  useSmallBuffers();

  const matchMaker = new MatchMaker();
  const ports = { matchMaker, time, random, log };
  const cluster = config.redisUrl === null ? singleProcess(ports) : await joinCluster(config.redisUrl, ports);
  opened.defer(() => cluster.close());
  const { redis } = cluster;
  const stores = await openStores(config, { time, log, databaseThread });
  opened.defer(() => stores.close());
  const { postgres, database } = stores;
  const sql = postgres ?? database;
  if (postgres) await databaseTime?.follow(postgres, log.child({ part: "database" }));
  opened.defer(() => databaseTime?.stop());
  const journal =
    options.journal ??
    openJournal(stores, { retention: config.retention, time, log: log.child({ part: "journal" }) });
  opened.defer(() => journal.close());
  await openMatchMaker(matchMaker, cluster, config.publicUrl);

  const streamLinks = new StreamLinks({
    ...ports,
    presence: cluster.presence,
    processId: matchMaker.processId,
    isAlive: (processId) => cluster.isAlive(processId),
  });
  await streamLinks.open();
  opened.defer(() => streamLinks.close());
  const heartbeats = new Heartbeats({
    store: options.heartbeats ?? (sql === null ? null : new SqlHeartbeatStore(sql)),
    isShared: redis !== null,
    time: time.steady,
    random,
    roomIdOf,
  });
  opened.defer(() => heartbeats.stop());
  const rooms = new LocalRooms();
  const waitingSeats = new WaitingSeats(time);
  const viewerPace = new ViewerPace(time, config.viewerTurns);
  const capacity = new Capacity({ ...ports, ...config, rooms });
  const matches = new MatchRooms({
    ...ports,
    ...config,
    games,
    journal,
    cluster,
    capacity,
    isAlone: database !== null && redis === null,
  });
  const temples = await openTemples({
    database: sql,
    cluster,
    callMatch: matches.call,
    nearbyPairing: config.nearbyPairing,
    processId: matchMaker.processId,
    time,
    random,
    log: log.child({ part: "temples" }),
  });
  opened.defer(() => temples.close());
  const {
    store: playerStore,
    players,
    passkeys,
    accounts,
  } = openPlayers({
    ...config,
    database: sql,
    time,
    random,
    log: log.child({ part: "players" }),
  });
  opened.defer(() => players.close());
  opened.defer(() => passkeys.close());
  const { store: historyStore, histories } = openHistories({
    database: sql,
    players: playerStore,
    journal,
    time,
    log: log.child({ part: "histories" }),
  });
  opened.defer(() => histories.close());
  const wordFilter = openWordFilter(config.wordFilter);
  const chat = sql === null ? new MemoryChatStore() : new SqlChatStore(sql);
  const moderation = openModeration({
    ...config,
    database: sql,
    presence: cluster.presence,
    redis,
    time,
    random,
    log: log.child({ part: "moderation" }),
  });
  opened.defer(() => moderation.close());
  const { sanctions, reports } = moderation;
  const notices =
    sql === null
      ? null
      : await openNotices({
          ...config,
          database: sql,
          pushAgent,
          redis,
          time,
          random,
          log: log.child({ part: "notices" }),
        });
  opened.defer(() => notices?.turns.stop());
  const pool = new BotPool(config.botThinking, { time, log: log.child({ part: "bots" }) });
  opened.defer(() => pool.stop());
  const botAccounts = new OnlineBotAccounts(matchMaker, time, redis);
  const withheldLimit = new WithheldLimit(redis, log.child({ part: "withheld-limit" }));
  const gauges = new Gauges();
  gauges.followClock(() => databaseTime?.ahead ?? 0);
  const tables = new TableIndex(matchMaker, time);
  registerRooms(
    {
      ...ports,
      ...config,
      games,
      journal,
      heartbeats,
      chat,
      wordFilter,
      bots: options.bots ?? pool,
      botAccounts,
      temples,
      sanctions,
      reports,
      histories,
      turnNotices: notices?.turns ?? null,
      viewers: { perMatch: config.spectatorsPerMatch, perAddress: config.viewersPerAddress },
      waitingSeats,
      withheldLimit,
      streamLinks,
    },
    tables,
    { rooms, waitingSeats, capacity, gauges },
  );

  const monitor = new OwnershipMonitor(journal, rooms, time, log);
  opened.defer(() => monitor.stop());
  const stepDown = new StepDown({
    ...ports,
    rooms,
    cluster,
    isServedElsewhere: () => isEntranceReady(config.publicUrl, time),
  });
  opened.defer(() => stepDown.stop());
  const cancelStandstill = time.onStandstill((ms) => {
    log.warn({ ms }, "process stood still");
    for (const { clockStops } of liveMatches(rooms)) clockStops.standStill(ms);
  });
  opened.defer(cancelStandstill);
  const backups = new Backups({ database, heartbeats, rooms, time, random, log });
  await backups.removeLeftovers();
  opened.defer(() => backups.close());
  const writer = new RecordWriter(time, log);
  opened.defer(() => writer.close());
  const records = new Records({ ...config, journal, games, rooms: matches, matchMaker, writer });
  const tokens = new Tokens(time, config.authSecret);
  const origins = new Origins(config.allowedOrigins, config.publicUrl);
  const firmware = new FirmwareImages(config.firmwareDir);
  const connections = new Connections({ time, ...config, log: log.child({ part: "connections" }) });
  const reservations = new Reservations(
    matches,
    new OpenTables(tables, redis),
    matchMaker,
    tokens,
    cluster.locks,
    random,
    viewerPace,
    time,
    withheldLimit,
  );
  const http: Server = createServer(
    HTTP_OPTIONS,
    httpApp({
      ...config,
      origins,
      games,
      matchMaker,
      reservations,
      requests: connections.queue,
      httpAccess: new HttpMatchAccess({
        rooms: matches,
        matchMaker,
        reservations,
        links: streamLinks,
        viewerPace,
      }),
      links: streamLinks,
      holdConnection: (request, response) => connections.hold(request, response),
      time,
      tables,
      waitingSeats,
      lobbyRooms: new LobbyRooms({
        matchMaker,
        rooms,
        tables,
        waitingSeats,
        pace: viewerPace,
        viewers: { inLobby: config.watchersAtOnce, perAddress: config.viewersPerAddress },
      }),
      players,
      accounts,
      profiles: new Profiles({ games, players: playerStore, histories: historyStore, journal }),
      notices: notices?.settings ?? null,
      sanctions,
      botAccounts,
      records,
      firmware,
      previews: new LinkPreviews({ records, tables, time, publicUrl: config.publicUrl }),
      wordFilter,
      redis,
      retries: new RetryWaits(time, SERVER_LIMITS.retries.perSecond, SERVER_LIMITS.retries.most),
      findAddress: () => addressForOthers({ ...config, port: (http.address() as AddressInfo).port }),
      isDown: () => stepDown.isDown,
      isStorageAvailable: async () =>
        heartbeats.answers?.lostAt == null && ((await (postgres ?? database)?.isAvailable()) ?? true),
      log,
    }),
  );
  connections.guard(http);
  const operatorPorts = {
    ...ports,
    ...config,
    ...moderation,
    firmware,
    matches,
    temples,
    singletonRooms: new SingletonRooms(matchMaker, rooms),
    backups,
    isDown: () => stepDown.isDown,
    gauges: gauges.registry,
    presence: cluster.presence,
    redis,
    log: log.child({ part: "operator" }),
  };
  const acts = new OperatorActs(operatorPorts);
  const operator = operatorServer(acts, operatorPorts);
  const nameOfRoom = (roomId: string) => matchMaker.findLocalRoom(roomId)?.name;
  const transport = new GuardedTransport(
    { players: http, operator },
    { ...ports, ...config, origins, nameOfRoom, connections },
  );
  gauges.followSockets(transport.sockets);
  gauges.followStreams(streamLinks);

  opened.defer(() => transport.stop());
  opened.defer(() => tables.close());
  const close = async () => {
    monitor.stop();
    stepDown.stop();
    cancelStandstill();
    if (matchMaker.state === "ready") {
      const drainedBy = time.monotonic() + config.drainTimeout;
      matchMaker.startToDrain();
      await cluster.startToLeave();
      await handOver(liveMatches(rooms), config.drainTimeout * SLICES_SHARE, {
        ...ports,
        journal,
        hasOthers: () => cluster.hasOthers(),
      });
      for (const room of rooms.all) dropReservedSeats(room);
      streamLinks.close();
      await matchMaker.drain(time, drainedBy - time.monotonic());
    }
    await opened.disposeAsync();
  };
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= close());

  await tables.open(cluster.presence);
  await sanctions.open({
    bansChanged: () => liveMatches(rooms).forEach(({ oversight }) => oversight.enforceBans()),
    announced: (announcement) => {
      if (announcement) for (const { oversight } of liveMatches(rooms)) oversight.announce(announcement);
    },
  });
  const port = await listen(http, config, log);
  const { operatorHost, operatorTls } = config;
  const operatorAt = { host: operatorHost, port: config.operatorPort, prefix: "OPERATOR_" };
  const operatorUrl = urlOf(
    operatorHost,
    await listen(operator, operatorAt, log),
    operatorTls ? "https" : "http",
  );
  if (operatorTls === null && !isLoopback(operatorHost)) {
    log.warn({ host: operatorHost }, "operator's listener without TLS");
  }
  await matchMaker.accept();
  const matchRooms = () => liveMatches(rooms);
  const resync = () => publishListing(cluster.presence, { resync: true });
  heartbeats.start({
    lost: (ms) => matchRooms().forEach(({ clockStops }) => clockStops.noteStoreLost(ms)),
    back: () => matchRooms().forEach(({ clockStops }) => clockStops.noteStoreBack()),
  });
  await cluster.start({
    rooms,
    store: heartbeats.answers,
    lapsed: () => void monitor.check(),
    lost: (roomIds) => {
      resync();
      roomIds.forEach((roomId) => temples.restore(matchOf(roomId)));
    },
    back: resync,
    entrance: {
      lost: (ms) => matchRooms().forEach(({ clockStops }) => clockStops.noteEntranceLost(ms)),
      back: () => matchRooms().forEach(({ clockStops }) => clockStops.noteEntranceBack()),
    },
  });
  // No successor asks for an older match, which is deleted.
  heartbeats.deleteBefore(time.steady.now() - config.retention.unfinished).catch((err: unknown) => {
    log.warn({ err }, "old heartbeats not deleted");
  });
  if (redis) monitor.start();
  if (redis && heartbeats.answers) stepDown.start(heartbeats.answers);
  histories.start();
  notices?.turns.start();
  log.info({ host: config.host, port }, "listening");
  const address = addressForOthers({ ...config, port });
  return {
    port,
    url: urlOf(config.host, port),
    operatorUrl,
    address,
    config,
    broken: brokenBy(stores),
    drained: acts.untilDrained(),
    stop,
  };
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

/** Listeners to the rooms of this process. */
interface RoomFollowers {
  readonly rooms: LocalRooms;
  readonly waitingSeats: WaitingSeats;
  readonly capacity: Capacity;
  readonly gauges: Gauges;
}

function registerRooms(
  services: RoomServices,
  tables: TableIndex,
  { rooms, waitingSeats, capacity, gauges }: RoomFollowers,
): void {
  const { matchMaker } = services;
  const matches = matchMaker.register(ROOMS.match, MatchRoom, { services });
  const lobby = matchMaker.register(ROOMS.lobby, LobbyRoom, { tables });
  const bots = matchMaker.register(ROOMS.bot, BotRoom, { services });
  const temples = matchMaker.register(ROOMS.temples, services.temples.room);
  gauges.followBridges(temples);
  gauges.followMatches(matches);
  for (const handler of [matches, lobby, bots, temples]) rooms.follow(handler);
  for (const handler of [matches, lobby, bots]) waitingSeats.follow(handler);
  matches.on("create", () => capacity.makeRoom());
}
