import type { Tournament as Shown, TournamentSummary } from "@flower-war/protocol/tournaments";
import { TOURNAMENT_LIMITS } from "@flower-war/protocol/server";
import { standingsOf, TIE_BREAKS, WIN } from "./standings.ts";
import type { Table, Tournament } from "./tournament.ts";

/** What was described last of each tournament, and when: describing sorts all of its players. */
const described = new WeakMap<Tournament, Shown>();

/** Returns points, or a tie-break, as they are shown: in wins, rounded to hundredths. */
const inWins = (points: number) => Math.round((points / WIN) * 100) / 100;

/** Returns what a list says of a tournament. */
export function summarize(tournament: Tournament): TournamentSummary {
  const { id, plan, status, startedAt, endsAt, ended, entrants } = tournament;
  return {
    id,
    name: plan.name,
    kind: plan.kind,
    status,
    organiser: { id: plan.organiser.player, name: plan.organiser.name },
    game: plan.match.game,
    ...(plan.preset !== undefined && { preset: plan.preset }),
    seats: plan.match.seats,
    startsAt: plan.startsAt,
    startedAt,
    endsAt,
    endedAt: ended?.at ?? null,
    players: entrants.filter(({ isIn }) => isIn).length,
  };
}

/**
 * Returns a tournament as people see it.
 * @param seatsOf returns the seats of a table, in turn order
 */
export function describe(
  tournament: Tournament,
  seatsOf: (table: Pick<Table, "players">) => readonly string[],
): Shown {
  const known = described.get(tournament);
  if (known?.n === tournament.n) return known;
  const { plan, n, round, ended } = tournament;
  const { clock, options } = plan.match;
  if (clock === null) throw new Error(`tournament ${tournament.id} has no clocks`);
  const breaks = TIE_BREAKS[plan.kind];
  const isCount = breaks.map((each) => each === "wins");
  const shown: Shown = {
    ...summarize(tournament),
    n,
    ...(ended?.by !== undefined && { endedBy: ended.by }),
    minutes: plan.duration === null ? null : plan.duration / 60_000,
    rounds: plan.rounds,
    round,
    pause: plan.pause / 1000,
    noShow: plan.noShow / 1000,
    bots: plan.bots,
    accountsOnly: plan.accountsOnly,
    options,
    clock,
    tieBreaks: breaks,
    standings: standingsOf(tournament).map(({ entrant, place, points, tieBreaks, played }) => ({
      id: entrant.player,
      name: entrant.name,
      bot: entrant.isBot,
      active: entrant.isIn,
      place,
      points: inWins(points),
      tieBreaks: tieBreaks.map((value, i) => (isCount[i] ? value : inWins(value))),
      played,
      byes: entrant.byes,
      match: entrant.match,
    })),
    tables: shownTables(tournament).map((table) => {
      const seats = seatsOf(table);
      return {
        match: table.match,
        round: table.round,
        players: table.players.map((id, i) => ({
          seat: seats[i] ?? "",
          id,
          name: tournament.find(id)?.name ?? "",
        })),
        over: table.places !== null,
        ...(table.places !== null && { places: table.places }),
      };
    }),
  };
  described.set(tournament, shown);
  return shown;
}

/** Returns the tables of the last round, or of an arena those that go on and the last ones that are over. */
function shownTables({ plan, tables, round, openTables }: Tournament): readonly Table[] {
  if (plan.kind === "rounds") return tables.filter((table) => table.round === round);
  const over = tables.filter(({ places }) => places !== null).slice(-TOURNAMENT_LIMITS.tables);
  return [...openTables, ...over.toReversed()];
}
