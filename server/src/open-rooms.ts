import { ROOMS } from "@flower-war/protocol";
import { isEntranceReady } from "./cluster/entrance.ts";
import { BotRoom } from "./lobby/bot-room.ts";
import { LobbyRoom } from "./lobby/room.ts";
import { publishListing } from "./match/outbound/listing.ts";
import { OwnershipMonitor } from "./match/ownership-monitor.ts";
import { liveMatches, MatchRoom } from "./match/room.ts";
import { matchOf } from "./match/room-id.ts";
import { Tokens } from "./match/seats/tokens.ts";
import type { RoomServices } from "./match/services.ts";
import { StepDown } from "./match/step-down.ts";
import { Gauges } from "./metrics/gauges.ts";
import type { Domains } from "./open-domains.ts";
import { type Foundation, stop } from "./open-foundation.ts";
import { Backups } from "./operator/backups.ts";

export type Rooms = Awaited<ReturnType<typeof openRooms>>;

/**
 * Registers the types of rooms, and opens the watchers of those of this process. None can be created yet.
 * @param opened closes all of it, the last first
 */
export async function openRooms(base: Foundation, domains: Domains, opened: AsyncDisposableStack) {
  const { config, ports, databaseTime, cluster, stores, journal, heartbeats } = base;
  const { time, log } = ports;
  const { rooms } = domains;
  const gauges = new Gauges();
  gauges.followClock(() => databaseTime?.ahead ?? 0);
  register(servicesOf(base, domains), domains, gauges);
  const monitor = opened.adopt(new OwnershipMonitor({ ...ports, journal, rooms }), stop);
  const isServedElsewhere = () => isEntranceReady(config.publicUrl, time);
  const stepDown = opened.adopt(new StepDown({ ...ports, rooms, cluster, isServedElsewhere }), stop);
  const cancelStandstill = time.onStandstill((ms) => {
    log.warn({ ms }, "process stood still");
    heartbeats.noteStandstill(ms);
    for (const { clockStops } of liveMatches(rooms)) clockStops.standStill(ms);
    base.sleep.look();
  });
  opened.defer(cancelStandstill);
  const backups = new Backups({
    ...ports,
    database: stores.database,
    heartbeats,
    sleep: base.sleep,
    rooms,
    forget: () => {
      domains.tournaments.forget();
      domains.studies.forget();
    },
  });
  await backups.removeLeftovers();
  opened.defer(() => backups.close());
  const stopWatching = () => {
    monitor.stop();
    stepDown.stop();
    cancelStandstill();
    base.sleep.stop();
  };
  return { gauges, monitor, stepDown, backups, stopWatching };
}

/** Returns what every match's room gets. Each has a copy of its own, so it holds nothing else. */
function servicesOf(
  { config, ports, journal, heartbeats, sleep, streamLinks }: Foundation,
  domains: Domains,
): RoomServices {
  const { games, bots, botAccounts, temples, histories, chat, wordFilter, waitingSeats } = domains;
  return {
    ...ports,
    journal,
    heartbeats,
    sleep,
    streamLinks,
    games,
    bots,
    botAccounts,
    temples,
    histories,
    chat,
    wordFilter,
    waitingSeats,
    quotas: domains.quotas,
    botDelay: config.botDelay,
    tokens: new Tokens(ports.time, config.authSecret),
    timeouts: config.timeouts,
    messages: config.messages,
    sanctions: domains.moderation.sanctions,
    reports: domains.moderation.reports,
    turnNotices: domains.notices?.turns ?? null,
    viewers: { perMatch: config.spectatorsPerMatch, perAddress: config.viewersPerAddress },
  };
}

function register(services: RoomServices, domains: Domains, gauges: Gauges): void {
  const { matchMaker } = services;
  const { tables, rooms, waitingSeats, capacity } = domains;
  const matches = matchMaker.register(ROOMS.match, MatchRoom, { services });
  const lobby = matchMaker.register(ROOMS.lobby, LobbyRoom, { tables });
  const bots = matchMaker.register(ROOMS.bot, BotRoom, { services });
  const temples = matchMaker.register(ROOMS.temples, services.temples.room);
  gauges.followBridges(temples);
  gauges.followMatches(matches);
  for (const handler of [matches, lobby, bots, temples]) rooms.follow(handler);
  for (const handler of [matches, lobby, bots]) waitingSeats.follow(handler);
  matches.on("create", (room) => {
    if (room instanceof MatchRoom) room.noteListed();
    capacity.makeRoom();
  });
}

/** Subscribes to the news of other processes: listed tables, sanctions, and whom players mute. */
export async function openNews(
  { cluster }: Foundation,
  { tables, moderation, mutes, rooms }: Domains,
): Promise<void> {
  await tables.open(cluster.presence);
  await mutes.follow((player) => liveMatches(rooms).forEach(({ clients }) => clients.tellMutes(player)));
  await moderation.sanctions.open({
    bansChanged: () => liveMatches(rooms).forEach(({ oversight }) => oversight.enforceBans()),
    announced: (announcement) => {
      if (announcement) for (const { oversight } of liveMatches(rooms)) oversight.announce(announcement);
    },
  });
}

/** Starts heartbeats, leases and timers, once this process takes matches. */
export async function startRooms(
  { config, ports, cluster, heartbeats, sleep }: Foundation,
  { rooms, matches, temples, histories, notices, tournamentRunner }: Domains,
  { monitor, stepDown }: Rooms,
): Promise<void> {
  const { time, log } = ports;
  const eachClock = (act: (stops: ReturnType<typeof liveMatches>[number]["clockStops"]) => void) =>
    liveMatches(rooms).forEach(({ clockStops }) => act(clockStops));
  const resync = () => publishListing(cluster.presence, { resync: true });
  await sleep.noteDowntime().catch((err: unknown) => log.warn({ err }, "downtime not noted"));
  heartbeats.start({
    lost: (ms) => eachClock((stops) => stops.noteStoreLost(ms)),
    back: () => eachClock((stops) => stops.noteStoreBack()),
  });
  await cluster.start({
    store: heartbeats.answers,
    lapsed: () => {
      void monitor.check();
      void temples.announce();
    },
    lost: (roomIds) => {
      resync();
      roomIds.forEach((roomId) => temples.restore(matchOf(roomId)));
      sleep.lookForLeftBehind();
    },
    back: resync,
    entrance: {
      lost: (ms) => eachClock((stops) => stops.noteEntranceLost(ms)),
      back: () => eachClock((stops) => stops.noteEntranceBack()),
    },
  });
  // No successor asks for an older match, which is deleted.
  const before = time.steady.now() - config.retention.unfinished;
  Promise.all([heartbeats.deleteBefore(before), sleep.deleteBefore(before)]).catch((err: unknown) => {
    log.warn({ err }, "old signs of servers not deleted");
  });
  if (cluster.redis) monitor.start();
  if (cluster.redis && heartbeats.answers) stepDown.start(heartbeats.answers);
  histories.start();
  notices?.turns.start();
  tournamentRunner.start();
  sleep.start((match) => matches.find(match));
}
