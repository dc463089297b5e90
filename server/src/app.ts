import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { matchMaker, RegisteredHandler, type Room } from "@colyseus/core";
import { setLogger } from "@colyseus/core/Logger";
import { ROOMS } from "@flower-war/client-sdk/protocol";
import type { Logger } from "pino";
import { Thinkers } from "./bots/thinkers.ts";
import { alone, type Cluster, joinCluster } from "./cluster/cluster.ts";
import { LocalRooms } from "./cluster/local-rooms.ts";
import { type Config, testConfig } from "./config.ts";
import { Database } from "./database/database.ts";
import type { HostedGame } from "./games/hosted-game.ts";
import { GAMES } from "./games/index.ts";
import { httpApp } from "./http/app.ts";
import { Backups } from "./http/backups.ts";
import { Records } from "./http/records.ts";
import type { Journal } from "./journal/journal.ts";
import { openJournal } from "./journal/open.ts";
import { tellListing } from "./lobby/board.ts";
import { Entrance } from "./lobby/entrance.ts";
import { MatchRooms } from "./lobby/match-rooms.ts";
import { LobbyRoom } from "./lobby/room.ts";
import { Tokens } from "./lobby/tokens.ts";
import { frameworkLog, openLog } from "./log.ts";
import { Fence } from "./match/fence.ts";
import { MatchRoom } from "./match/room.ts";
import { matchOf } from "./match/room-id.ts";
import type { MatchServices } from "./match/services.ts";
import { Gauges } from "./metrics/gauges.ts";
import { timed } from "./metrics/journal.ts";
import { StartError } from "./start-error.ts";
import { openTemples } from "./temples/index.ts";
import { systemTime, type Time } from "./time.ts";
import { useSmallBuffers } from "./wire/patches.ts";
import { closeRooms } from "./wire/shutdown.ts";
import { GuardedTransport, trust } from "./wire/transport.ts";

/** What a server is made of. What is left out is as in `testConfig`, with every game. */
export interface ServerOptions extends Partial<Config> {
  readonly games?: ReadonlyMap<string, HostedGame>;
  readonly journal?: Journal;
  readonly time?: Time;
}

export interface RunningServer {
  readonly port: number;
  /** `http://<host>:<port>` */
  readonly url: string;
  readonly config: Config;
  /** Resolves with the reason if it cannot go on: it is to be started anew, as a process. */
  readonly broken: Promise<string>;
  /** Closes every room and connection. Resolves when nothing is left. */
  stop(): Promise<void>;
}

/**
 * Starts a server in this process: journal, rooms, HTTP, listen. One a process, as Colyseus' matchmaker is.
 * @throws `StartError` if it cannot listen, or cannot reach the Redis it is given
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const { games = GAMES, time = systemTime, ...given } = options;
  const config: Config = { ...testConfig(), ...given };
  const log = openLog(config.logLevel);
  setLogger(frameworkLog(log));
  useSmallBuffers();
  const cluster = config.redisUrl === null ? alone() : await joinCluster(config.redisUrl, log);
  const database = await openDatabase(config, log);
  const stores = { database, redis: cluster.redis };
  const journal =
    options.journal ?? (await openJournal(stores, config.keeping, log.child({ part: "journal" })));
  await openMatchMaker(cluster, config.publicUrl);
  const kept = timed(journal);
  const matches = new MatchRooms({ games, journal: kept, cluster, patience: config.patience });
  const temples = await openTemples({
    database,
    cluster,
    callMatch: matches.call,
    log: log.child({ part: "temples" }),
  });
  const rooms = new LocalRooms();
  const thinkers = new Thinkers(config.botThinking, log.child({ part: "bots" }));
  const gauges = new Gauges();
  defineRooms({ ...config, games, journal: kept, thinkers, temples, time, log }, rooms, gauges);

  const fence = new Fence(kept, rooms, log);
  const stopGiving = time.onStandstill((ms) => {
    log.warn({ ms }, "the server stood still");
    for (const room of rooms.all) if (room instanceof MatchRoom) room.giveTimeBack(ms);
  });
  const backups = new Backups(database, rooms, log);
  const records = new Records(journal, games);
  const entrance = new Entrance(matches, new Tokens(config.authSecret), cluster.locks);
  const { redis } = cluster;
  const { registry } = gauges;
  const http = createServer(
    httpApp({ ...config, games, entrance, records, backups, temples, rooms, redis, log, gauges: registry }),
  );
  const transport = new GuardedTransport(http, config.messages, config.pingInterval);
  gauges.watchSockets(transport.sockets);
  const close = async () => {
    fence.stop();
    stopGiving();
    if (matchMaker.state === matchMaker.MatchMakerState.READY)
      await closeRooms(rooms.all, config.drainTimeout);
    await transport.stop();
    await thinkers.stop();
    await temples.close();
    await journal.close();
    await database?.close();
    cluster.close();
  };
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= close());
  const port = await listen(http, config).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  await matchMaker.accept();
  const resync = () => tellListing(cluster.presence, { resync: true });
  const lost = (roomIds: readonly string[]) => {
    resync();
    roomIds.forEach((roomId) => temples.lost(matchOf(roomId)));
  };
  cluster.start({ rooms, lost, back: resync });
  if (cluster.redis) fence.start();
  log.info({ host: config.host, port }, "listening");
  return { port, url: urlOf(config.host, port), config, broken: brokenWith(database), stop };
}

async function brokenWith(database: Database | null): Promise<string> {
  await (database?.lost ?? new Promise(() => {}));
  return "The database's thread has ended: nothing can be kept any more.";
}

/** `null`: everything is kept in Redis, or nothing is. */
async function openDatabase({ redisUrl, dataDir }: Config, log: Logger): Promise<Database | null> {
  if (redisUrl !== null || dataDir === null) return null;
  return Database.open(join(dataDir, "flower-war.db"), log.child({ part: "database" }));
}

/** Matches are made wherever the cluster says; of the other rooms every process has its own. */
async function openMatchMaker(cluster: Cluster, publicUrl: string | null): Promise<void> {
  const publicAddress = publicUrl?.replace(/^https?:\/\//, "").replace(/\/$/, "");
  const choose = async (room: string) => (room === ROOMS.match ? cluster.choose() : matchMaker.processId);
  await matchMaker.setup(cluster.presence, cluster.driver, publicAddress, choose);
}

function defineRooms(services: MatchServices, rooms: LocalRooms, gauges: Gauges): void {
  const temples = handlerOf(ROOMS.temples, services.temples.room);
  temples.on("join", (_room, bridge) => trust(bridge));
  gauges.watchBridges(temples);
  const matches = handlerOf(ROOMS.match, MatchRoom, { services });
  gauges.watchMatches(matches);
  for (const handler of [matches, handlerOf(ROOMS.lobby, LobbyRoom), temples]) {
    rooms.watch(handler);
    matchMaker.addRoomType(handler);
  }
}

/** @param given what each room's `onCreate` gets beside what its creator asks for */
function handlerOf(name: string, room: new () => Room, given: object = {}): RegisteredHandler {
  const handler = new RegisteredHandler(room, given);
  handler.name = name;
  return handler;
}

function urlOf(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Resolves with the port. */
async function listen(server: Server, { host, port }: Config): Promise<number> {
  try {
    server.listen(port, host);
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  } catch (error) {
    throw new StartError(whyNotListening(error, host, port), error);
  }
}

function whyNotListening(error: unknown, host: string, port: number): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case "EADDRINUSE":
      return `PORT ${port} is in use.`;
    case "EACCES":
      return `PORT ${port} needs rights that this user does not have.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `HOST ${host} is no address of this machine.`;
    default:
      return `HOST ${host}, PORT ${port} cannot be listened to: ${String(error)}.`;
  }
}
