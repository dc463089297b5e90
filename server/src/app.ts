import type { Config } from "./config.ts";
import { CertificateWatch } from "./http/certificate-watch.ts";
import { addressForOthers } from "./http/own-address.ts";
import { urlOf } from "./listen.ts";
import { handOver } from "./match/hand-over.ts";
import { liveMatches } from "./match/room.ts";
import { openBackups } from "./open-backups.ts";
import { type Domains, openDomains } from "./open-domains.ts";
import { type Foundation, openFoundation, stop } from "./open-foundation.ts";
import { listenAll, openListeners } from "./open-listeners.ts";
import { openNews, openRooms, startRooms } from "./open-rooms.ts";
import { brokenBy } from "./open-stores.ts";
import { readStoredGames } from "./stored-games.ts";
import type { ServerOptions } from "./server-options.ts";
import { dropReservedSeats } from "./wire/reserved-seats.ts";

/** The part of the time to drain in which matches are handed over in slices. */
const SLICES_SHARE = 0.6;

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

/** @param opened collects what has to be closed when the server stops or fails to start; the last opened is closed first */
async function start(options: ServerOptions, opened: AsyncDisposableStack): Promise<RunningServer> {
  const base = await openFoundation(options, opened);
  const domains = await openDomains(base, options, opened);
  const rooms = await openRooms(base, domains, opened);
  const shipped = await openBackups(base, rooms.gauges, options.gamePaths ?? [], opened);
  const certificate = opened.adopt(new CertificateWatch({ ...base.ports, ...base.config }), stop);
  rooms.gauges.followCertificate(() => certificate.secondsLeft);
  const listeners = openListeners(base, domains, rooms, opened);
  await openNews(base, domains);
  const { port, operatorUrl } = await listenAll(base, listeners);
  const { config, ports } = base;
  await ports.matchMaker.accept();
  await startRooms(base, domains, rooms);
  shipped?.start();
  certificate.start();
  void warnOfMissingGames(base, domains);
  ports.log.info({ host: config.host, port }, "listening");
  const close = async () => {
    rooms.stopWatching();
    await domains.tournamentRunner.stop();
    if (ports.matchMaker.state === "ready") await drain(base, domains);
    await opened.disposeAsync();
  };
  let stopped: Promise<void> | undefined;
  return {
    port,
    url: urlOf(config.host, port),
    operatorUrl,
    address: addressForOthers({ ...config, port }),
    config,
    broken: brokenBy(base.stores),
    drained: listeners.acts.untilDrained(),
    stop: () => (stopped ??= close()),
  };
}

/** Tells the operator whether matches wait for a game, or a version of one, that this server does not have. */
async function warnOfMissingGames({ ports, journal }: Foundation, { games }: Domains): Promise<void> {
  const { log } = ports;
  try {
    for (const { game, version, isHere, open } of await readStoredGames(journal, games, { check: false }))
      if (!isHere) log.warn({ game, version, matches: open.length }, "game missing");
  } catch (err) {
    log.debug({ err }, "stored games not read");
  }
}

/** Hands all matches over to other processes, as far as there are some, and closes the rooms. */
async function drain(
  { config, ports, cluster, journal, streamLinks }: Foundation,
  { rooms }: Domains,
): Promise<void> {
  const { matchMaker, time } = ports;
  const drainedBy = time.monotonic() + config.drainTimeout;
  matchMaker.startToDrain();
  await cluster.startToLeave();
  const hasOthers = () => cluster.hasOthers();
  await handOver(liveMatches(rooms), config.drainTimeout * SLICES_SHARE, { ...ports, journal, hasOthers });
  for (const room of rooms.all) dropReservedSeats(room);
  streamLinks.close();
  await matchMaker.drain(time, drainedBy - time.monotonic());
}
