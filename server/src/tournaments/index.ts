import { expiringKeys } from "../cluster/expiring-keys.ts";
import type { Redis } from "ioredis";
import type { HostedGame } from "../games/hosted-game.ts";
import type { MatchRooms } from "../lobby/match-rooms.ts";
import type { Ports } from "../ports.ts";
import type { Journal } from "../storage/journal/journal.ts";
import type { SqlDatabase } from "../storage/sql-database.ts";
import type { ServerTime } from "../time.ts";
import { TournamentMatches } from "./matches.ts";
import { TournamentStore } from "./store/tournament-store.ts";
import { Tournaments } from "./tournaments.ts";

interface TournamentsOptions extends Pick<Ports, "random" | "log"> {
  readonly time: ServerTime;
  readonly database: SqlDatabase;
  readonly redis: Redis | null;
  readonly rooms: MatchRooms;
  readonly journal: Journal;
  readonly games: ReadonlyMap<string, HostedGame>;
  readonly processId: string;
  readonly retention: { readonly results: number };
}

/** Opens the tournaments; `start` runs them. Stopping them closes no database. */
export function openTournaments(options: TournamentsOptions): Tournaments {
  const { database, redis, time, games, retention } = options;
  const seatsOf = (game: string, players: number) => games.get(game)?.game.seatsFor(players) ?? [];
  return new Tournaments({
    ...options,
    store: new TournamentStore(database),
    matches: new TournamentMatches({ ...options, seatsOf }),
    keys: expiringKeys(redis, time),
    retention: retention.results,
  });
}
