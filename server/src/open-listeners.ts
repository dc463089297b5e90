import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { isLoopback } from "@flower-war/protocol/sockets";
import { httpApp } from "./http/app.ts";
import { RetryWaits } from "./http/errors.ts";
import { LinkPreviews } from "./http/link-preview.ts";
import { addressForOthers } from "./http/own-address.ts";
import { Profiles } from "./http/profiles.ts";
import { Records } from "./http/records.ts";
import { listen, urlOf } from "./listen.ts";
import { HttpMatchAccess } from "./lobby/http-match-access.ts";
import { LobbyRooms } from "./lobby/lobby-rooms.ts";
import { NearTables } from "./lobby/near-tables.ts";
import { OpenTables } from "./lobby/open-tables.ts";
import { Reservations } from "./lobby/reservations.ts";
import { SingletonRooms } from "./lobby/reserve.ts";
import { Tokens } from "./match/seats/tokens.ts";
import type { Domains } from "./open-domains.ts";
import { close, type Foundation, stop } from "./open-foundation.ts";
import type { Rooms } from "./open-rooms.ts";
import { OperatorAccounts } from "./operator/accounts.ts";
import { OperatorActs } from "./operator/acts.ts";
import { operatorServer } from "./operator/index.ts";
import { MatchFiles } from "./operator/match-files.ts";
import { OperatorStore } from "./operator/store/operator-store.ts";
import { RecordWriter } from "./records/record-writer.ts";
import { FirmwareImages } from "./temples/firmware-images.ts";
import { summarizeAll } from "./tournaments/describe.ts";
import { Connections, HTTP_OPTIONS } from "./wire/connections.ts";
import { Origins } from "./wire/origins.ts";
import { GuardedTransport } from "./wire/transport.ts";

export type Listeners = ReturnType<typeof openListeners>;

/**
 * Opens the two HTTP servers, for players and for operators. They do not listen yet.
 * @param opened closes all of it, the last first
 */
export function openListeners(
  base: Foundation,
  domains: Domains,
  rooms: Rooms,
  opened: AsyncDisposableStack,
) {
  const { config, ports, cluster, streamLinks } = base;
  const { time, log, matchMaker } = ports;
  const origins = new Origins(config.allowedOrigins, config.publicUrl);
  const firmware = new FirmwareImages(config.firmwareDir);
  const connections = new Connections({ time, ...config, log: log.child({ part: "connections" }) });
  const writer = opened.adopt(new RecordWriter(time, log), close);
  const tokens = new Tokens(time, config.authSecret);
  const http: Server = openHttp(base, domains, rooms, { origins, firmware, connections, writer, tokens });
  const operatorPorts = {
    ...ports,
    ...config,
    ...domains.moderation,
    firmware,
    matches: domains.matches,
    reviews: domains.reviews,
    tournaments: {
      list: () => summarizeAll(domains.tournaments),
      require: (id: string) => domains.tournaments.require(id),
      end: (id: string) => domains.tournaments.endByOperator(id),
    },
    studies: {
      find: (id: string) => domains.studies.find(id),
      delete: (id: string, item?: string) => domains.studies.delete(id, null, item),
    },
    temples: domains.temples,
    singletonRooms: new SingletonRooms(matchMaker, domains.rooms),
    backups: rooms.backups,
    isDown: () => rooms.stepDown.isDown,
    gauges: rooms.gauges.registry,
    presence: cluster.presence,
    quotas: domains.quotas,
    log: log.child({ part: "operator" }),
  };
  const acts = new OperatorActs(operatorPorts);
  const accounts = new OperatorAccounts({
    ...operatorPorts,
    operators: new OperatorStore(base.stores.used, domains.moderation.store.audit),
  });
  opened.adopt(accounts, close);
  const files = new MatchFiles({
    ...operatorPorts,
    journal: base.journal,
    games: domains.games,
    writer,
    tokens,
    findAddress: () => findAddress(config, http),
  });
  const operator = operatorServer({ acts, accounts, files }, operatorPorts);
  const nameOfRoom = (roomId: string) => matchMaker.findLocalRoom(roomId)?.name;
  const transportPorts = { ...ports, ...config, origins, nameOfRoom, connections };
  const transport = new GuardedTransport({ players: http, operator }, transportPorts);
  opened.adopt(transport, stop);
  opened.adopt(domains.tables, close);
  rooms.gauges.followSockets(transport.sockets);
  rooms.gauges.followStreams(streamLinks);
  return { http, operator, acts };
}

/** The parts that the players' listener shares with others. */
interface HttpPorts {
  readonly origins: Origins;
  readonly firmware: FirmwareImages;
  readonly connections: Connections;
  readonly writer: RecordWriter;
  readonly tokens: Tokens;
}

function openHttp(
  { config, ports, cluster, stores, journal, streamLinks, heartbeats }: Foundation,
  domains: Domains,
  { stepDown }: Rooms,
  { origins, firmware, connections, writer, tokens }: HttpPorts,
): Server {
  const { matchMaker, time, log } = ports;
  const { redis } = cluster;
  const { games, rooms, matches, tables, waitingSeats, viewerPace, notices, moderation } = domains;
  const records = new Records({
    ...config,
    journal,
    games,
    rooms: matches,
    writer,
    tokens,
    time,
    histories: domains.historyStore,
  });
  const openTables = new OpenTables(tables, redis);
  const reservations = new Reservations({
    ...ports,
    ...domains,
    rooms: matches,
    openTables,
    nearTables: new NearTables(openTables, domains.historyStore, time),
    tokens,
    locks: cluster.locks,
  });
  const links = streamLinks;
  const app = httpApp({
    ...config,
    ...domains,
    origins,
    matchMaker,
    reservations,
    requests: connections.queue,
    httpAccess: new HttpMatchAccess({ rooms: matches, reservations, links, viewerPace }),
    links,
    holdConnection: (request, response) => connections.hold(request, response),
    time,
    lobbyRooms: new LobbyRooms({ ...config, matchMaker, rooms, tables, waitingSeats, viewerPace }),
    profiles: new Profiles({ games, players: domains.playerStore, histories: domains.historyStore, journal }),
    notices: notices?.settings ?? null,
    sanctions: moderation.sanctions,
    records,
    firmware,
    previews: new LinkPreviews({ records, tables, pages: domains.pages, time, publicUrl: config.publicUrl }),
    retries: new RetryWaits(time, SERVER_LIMITS.retries.perSecond, SERVER_LIMITS.retries.most),
    findAddress: () => findAddress(config, server),
    isDown: () => stepDown.isDown,
    isStorageAvailable: async () =>
      heartbeats.answers?.lostAt == null && ((await stores.durable?.isAvailable()) ?? true),
    log,
  });
  const server: Server = createServer(HTTP_OPTIONS, app);
  connections.guard(server);
  return server;
}

/** As `addressForOthers`. @param players the server that listens for them */
function findAddress(config: Foundation["config"], players: Server): string | null {
  return addressForOthers({ ...config, port: (players.address() as AddressInfo).port });
}

/** Listens. Returns the players' port, and the operator's address. @throws `StartError` */
export async function listenAll(
  { config, ports }: Foundation,
  { http, operator }: Listeners,
): Promise<{ readonly port: number; readonly operatorUrl: string }> {
  const { log } = ports;
  const port = await listen(http, config, log);
  const { operatorHost: host, operatorPort, operatorTls } = config;
  const operatorAt = { host, port: operatorPort, prefix: "OPERATOR_" };
  const scheme = operatorTls ? "https" : "http";
  const operatorUrl = urlOf(host, await listen(operator, operatorAt, log), scheme);
  if (operatorTls === null && !isLoopback(host)) log.warn({ host }, "operator's listener without TLS");
  return { port, operatorUrl };
}
