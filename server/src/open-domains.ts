import type { ServerOptions } from "./server-options.ts";
import { BotPool } from "./bots/bot-pool.ts";
import { ChatStore } from "./chat/chat-store.ts";
import { LocalRooms } from "./cluster/local-rooms.ts";
import { GAMES } from "./games/index.ts";
import { Histories } from "./history/histories.ts";
import { HistoryStore } from "./history/store/history-store.ts";
import { RatingReviews } from "./history/store/rating-reviews.ts";
import { OnlineBotAccounts } from "./lobby/bot-accounts.ts";
import { Capacity } from "./lobby/capacity.ts";
import { MatchRooms } from "./lobby/match-rooms.ts";
import { TableIndex } from "./lobby/table-index.ts";
import { ViewerPace } from "./lobby/viewer-pace.ts";
import { WaitingSeats } from "./lobby/waiting-seats.ts";
import { openModeration } from "./moderation/index.ts";
import { openWordFilter } from "./names/word-filter.ts";
import { openNotices } from "./notices/index.ts";
import { isAccountNews } from "./notices/texts.ts";
import { close, type Foundation, stop } from "./open-foundation.ts";
import { openPlayers } from "./players/index.ts";
import { quotasOf } from "./quotas/acts.ts";
import { Quotas } from "./quotas/quotas.ts";
import { openStudies } from "./studies/index.ts";
import { openTemples } from "./temples/index.ts";
import { openTournaments } from "./tournaments/index.ts";

export type Domains = Awaited<ReturnType<typeof openDomains>>;

/**
 * Opens the domains: matches to find, temples, players, histories, moderation, notices, bots.
 * @param opened closes all of it, the last first
 */
export async function openDomains(
  { config, ports, cluster, stores, journal }: Foundation,
  options: ServerOptions,
  opened: AsyncDisposableStack,
) {
  const { matchMaker, time } = ports;
  const { redis, presence } = cluster;
  const { durable, used: database } = stores;
  const { games = GAMES, pages = new Map(), debug = false, pushAgent } = options;
  const quotas = new Quotas(quotasOf(config), redis);
  /** Returns the ports of a domain, whose lines of the log name it. */
  const portsOf = (part: string) => ({ ...config, ...ports, quotas, log: ports.log.child({ part }) });
  const rooms = new LocalRooms();
  const capacity = new Capacity({ ...ports, ...config, rooms });
  const isAlone = durable !== null && stores.postgres === null && redis === null;
  const matches = new MatchRooms({ ...ports, ...config, games, journal, cluster, capacity, isAlone });
  const temples = await openTemples({
    ...portsOf("temples"),
    database,
    cluster,
    callMatch: matches.call,
    processId: matchMaker.processId,
  });
  opened.adopt(temples, close);
  const players = openPlayers({ ...portsOf("players"), database, presence });
  opened.adopt(players.players, close);
  opened.adopt(players.accounts, close);
  const historyStore = new HistoryStore(database);
  const reviews = new RatingReviews(database);
  const historyPorts = { ...portsOf("histories"), store: historyStore, reviews, games, journal };
  const histories = new Histories(historyPorts);
  opened.adopt(histories, close);
  const isAccount = async (player: string) => (await players.store.find(player))?.kind === "account";
  const moderation = openModeration({ ...portsOf("moderation"), database, presence, isAccount });
  opened.adopt(moderation, close);
  const notices =
    durable &&
    (await openNotices({
      ...portsOf("notices"),
      database: durable,
      pushAgent,
      isKnown: async (player) => (await isAccount(player)) || historyStore.hasFinished(player),
    }));
  opened.defer(() => notices?.turns.stop());
  opened.defer(() => notices?.account.stop());
  players.accountEvents.onEvent = (player, what) => {
    if (isAccountNews(what)) notices?.account.tell(player, what);
  };
  const shared = { database, redis, journal, games, processId: matchMaker.processId };
  const people = { players: players.store, sanctions: moderation.sanctions };
  const around = await openAround({ ...shared, ...people, presence, rooms: matches }, portsOf, opened);
  const pool = opened.adopt(new BotPool(config.botThinking, portsOf("bots")), stop);
  return {
    games,
    pages,
    isDebugged: debug,
    rooms,
    capacity,
    matches,
    temples,
    ...players,
    playerStore: players.store,
    histories,
    historyStore,
    reviews,
    moderation,
    ...around,
    notices,
    bots: options.bots ?? pool,
    chat: new ChatStore(database),
    wordFilter: openWordFilter(config.wordFilter),
    botAccounts: new OnlineBotAccounts(matchMaker, time, quotas),
    quotas,
    waitingSeats: new WaitingSeats(time),
    viewerPace: new ViewerPace(time, config.viewerTurns),
    tables: new TableIndex(matchMaker, time),
  };
}

type Around = Parameters<typeof openTournaments>[0] & Parameters<typeof openStudies>[0];
type Shared =
  | "database"
  | "redis"
  | "journal"
  | "games"
  | "processId"
  | "players"
  | "sanctions"
  | "presence"
  | "rooms";

/** Opens tournaments and studies. @param opened as for `openDomains` */
async function openAround(
  shared: Pick<Around, Shared>,
  portsOf: (part: string) => Omit<Around, Shared>,
  opened: AsyncDisposableStack,
) {
  const tournaments = openTournaments({ ...portsOf("tournaments"), ...shared });
  opened.adopt(tournaments.tournamentRunner, stop);
  const { studies } = opened.adopt(await openStudies({ ...portsOf("studies"), ...shared }), stop);
  return { ...tournaments, studies };
}
