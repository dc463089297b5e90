import { expiringKeys } from "../cluster/expiring-keys.ts";
import type { Redis } from "ioredis";
import type { HostedGame } from "../games/hosted-game.ts";
import type { MatchRooms } from "../lobby/match-rooms.ts";
import type { Ports } from "../ports.ts";
import type { Journal } from "../storage/journal/journal.ts";
import type { SqlDatabase } from "../storage/sql-database.ts";
import type { ServerTime } from "../time.ts";
import { Departed } from "./departed.ts";
import { TournamentMatches } from "./matches.ts";
import { TournamentRunner } from "./runner.ts";
import { TournamentStore } from "./store/tournament-store.ts";
import { Tournaments } from "./tournaments.ts";

interface TournamentsOptions extends Pick<Ports, "random" | "log"> {
  readonly time: ServerTime;
  readonly database: SqlDatabase;
  readonly redis: Redis | null;
  readonly rooms: MatchRooms;
  readonly journal: Journal;
  readonly games: ReadonlyMap<string, HostedGame>;
  readonly players: { readonly findMissing: (players: readonly string[]) => Promise<ReadonlySet<string>> };
  readonly sanctions: {
    readonly findBan: (of: { readonly player: string; readonly address: string }) => unknown;
  };
  readonly processId: string;
  readonly retention: { readonly results: number };
}

/** Opens the tournaments, and what runs them once it is started. Stopping it closes no database. */
export function openTournaments(options: TournamentsOptions): {
  readonly tournaments: Tournaments;
  readonly tournamentRunner: TournamentRunner;
} {
  const { database, redis, time, games, players, sanctions, retention } = options;
  const seatsOf = (game: string, players: number) => games.get(game)?.game.seatsFor(players) ?? [];
  const store = new TournamentStore(database);
  const tournaments = new Tournaments({ ...options, store, departed: new Departed(time, players) });
  const tournamentRunner = new TournamentRunner({
    ...options,
    tournaments,
    store,
    matches: new TournamentMatches({ ...options, seatsOf }),
    isBanned: (player) => sanctions.findBan({ player, address: "" }) !== null,
    keys: expiringKeys(redis, time),
    retention: retention.results,
  });
  return { tournaments, tournamentRunner };
}
