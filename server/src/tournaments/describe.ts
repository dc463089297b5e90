import type { Tournament as Shown, TournamentSummary } from "@flower-war/protocol/tournaments";
import { TOURNAMENT_LIMITS } from "@flower-war/protocol/server";
import { mayReturn } from "./decide.ts";
import { TIE_BREAK, WIN } from "./scores.ts";
import { standingsOf, TIE_BREAKS } from "./standings.ts";
import type { Table, Tournament } from "./tournament.ts";
import type { Tournaments } from "./tournaments.ts";

/** What was said last of each tournament: to describe it sorts all of its players. */
const described = new WeakMap<Tournament, { readonly gone: ReadonlySet<string>; readonly shown: Shown }>();
const summarized = new WeakMap<Tournament, { readonly n: number; readonly summary: TournamentSummary }>();

/** Returns points, or a tie-break, as they are shown: in wins, rounded to hundredths. */
const inWins = (points: number, win: number) => Math.round((points / win) * 100) / 100;

/** Returns what a list says of a tournament. @param gone players who were deleted: no name of theirs is shown */
export function summarize(tournament: Tournament, gone: ReadonlySet<string>): TournamentSummary {
  const { n, plan } = tournament;
  const known = summarized.get(tournament);
  const summary = known?.n === n ? known.summary : summaryOf(tournament);
  summarized.set(tournament, { n, summary });
  const { player } = plan.organiser;
  return gone.has(player) ? { ...summary, organiser: { id: player, name: "" } } : summary;
}

/** Returns those that are not over, the oldest first, and the last ones that are. @throws `RefusalError` with `unavailable` */
export async function summarizeAll(
  tournaments: Pick<Tournaments, "list" | "departedOrganisers">,
): Promise<{ tournaments: TournamentSummary[] }> {
  const list = await tournaments.list();
  const gone = await tournaments.departedOrganisers(list.map(({ plan }) => plan.organiser.player));
  return { tournaments: list.map((each) => summarize(each, gone)) };
}

function summaryOf(tournament: Tournament): TournamentSummary {
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
 * @param gone players who were deleted: no name of theirs is shown
 */
export function describe(
  tournament: Tournament,
  seatsOf: (table: Pick<Table, "players">) => readonly string[],
  gone: ReadonlySet<string>,
): Shown {
  const known = described.get(tournament);
  if (known?.shown.n === tournament.n && known.gone === gone) return known.shown;
  const nameOf = (player: string) => (gone.has(player) ? "" : (tournament.find(player)?.name ?? ""));
  const { plan, n, round, ended } = tournament;
  const { clock, options, silent, unwatched = false } = plan.match;
  if (clock === null) throw new Error(`tournament ${tournament.id} has no clocks`);
  const breaks = TIE_BREAKS[plan.kind];
  const excluded = excludedFrom(tournament, gone);
  const isCount = breaks.map((each) => each === "wins");
  const shown: Shown = {
    ...summarize(tournament, gone),
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
    silent,
    unwatched,
    clock,
    tieBreaks: breaks,
    standings: standingsOf(tournament).map(({ entrant, place, tieBreaks }) => ({
      id: entrant.player,
      name: nameOf(entrant.player),
      bot: entrant.isBot,
      active: entrant.isIn,
      ...(entrant.left !== null && { left: entrant.left, mayReturn: mayReturn(entrant) }),
      place,
      points: inWins(entrant.points, WIN),
      tieBreaks: tieBreaks.map((value, i) => (isCount[i] ? value : inWins(value, TIE_BREAK))),
      played: entrant.tables.length,
      byes: entrant.byes,
      match: entrant.match,
    })),
    ...(excluded.length > 0 && { excluded }),
    tables: shownTables(tournament).map((table) => {
      const seats = seatsOf(table);
      return {
        match: table.match,
        round: table.round,
        players: table.players.map((id, i) => ({
          seat: seats[i] ?? "",
          id,
          name: nameOf(id),
        })),
        over: table.places !== null,
        ...(table.places !== null && { places: table.places }),
      };
    }),
  };
  described.set(tournament, { gone, shown });
  return shown;
}

/** Returns who has no standing and may not register again. @param gone players who were deleted */
const excludedFrom = ({ entrants }: Tournament, gone: ReadonlySet<string>): NonNullable<Shown["excluded"]> =>
  entrants.flatMap((entrant) => {
    const { player, left, wasPaired } = entrant;
    const mayRegister = left === null || wasPaired || mayReturn(entrant);
    return mayRegister || gone.has(player) ? [] : [{ id: player, left }];
  });

/** Returns the tables of the last round, or of an arena those that go on and the last ones that are over. */
function shownTables({ plan, tables, round, openTables }: Tournament): readonly Table[] {
  const last: Table[] = [];
  const most = plan.kind === "rounds" ? tables.length : TOURNAMENT_LIMITS.tables;
  for (let i = tables.length - 1; i >= 0 && last.length < most; i -= 1) {
    const table = tables[i];
    if (table === undefined || (plan.kind === "rounds" && table.round !== round)) break;
    if (plan.kind === "rounds" || table.places !== null) last.push(table);
  }
  return plan.kind === "rounds" ? last.toReversed() : [...openTables, ...last];
}
