import type { Entrant, Table, Tournament } from "./tournament.ts";

/**
 * What a win is worth. All points are whole parts of it, also when up to six players share places: `shareOf` divides by at most five
 * opponents, and halves for ties.
 */
export const WIN = 120;

/** A player's place in a tournament. Points and tie-breaks in `WIN`ths of a win. */
export interface Standing {
  readonly entrant: Entrant;
  /** From 1; those whom nothing tells apart share one. */
  readonly place: number;
  readonly points: number;
  readonly played: number;
  /** How often they were first alone. */
  readonly wins: number;
  /** Those that `TIE_BREAKS` of its kind names, in its order. */
  readonly tieBreaks: readonly number[];
}

/** What tells players with the same points apart, first to last (docs/tournaments.md). */
export const TIE_BREAKS = {
  rounds: ["median-buchholz", "buchholz", "sonneborn-berger", "direct-encounter", "wins"],
  arena: ["wins", "sonneborn-berger", "direct-encounter"],
} as const;

type TieBreak = (typeof TIE_BREAKS)["rounds" | "arena"][number];

/** A match that a player has played. */
interface Played {
  /** Their points of it. */
  readonly points: number;
  readonly isWin: boolean;
  /** The others, and which share of a win over each it was. */
  readonly others: readonly { readonly player: string; readonly share: number }[];
}

/** Which part of a win over another a player's place is: all if it is better, half if it is the same. Who has no place wins nothing. */
function shareOf(place: number | null, other: number | null): number {
  if (place === null) return 0;
  if (other === null || place < other) return WIN;
  return place === other ? WIN / 2 : 0;
}

/** Returns what each player of a table gets of it. */
function playedAt({ players, places }: Table): ReadonlyMap<string, Played> {
  const placeOf = (i: number) => places?.[i] ?? null;
  return new Map(
    players.map((player, i) => {
      const others = players.flatMap((other, j) =>
        i === j ? [] : [{ player: other, share: shareOf(placeOf(i), placeOf(j)) }],
      );
      const sum = others.reduce((all, { share }) => all + share, 0);
      const isWin = others.length > 0 && others.every(({ share }) => share === WIN);
      return [player, { points: sum / Math.max(1, others.length), isWin, others }];
    }),
  );
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
const mean = (numbers: readonly number[]) => (numbers.length === 0 ? 0 : sum(numbers) / numbers.length);

/** Returns each player's points so far: those of their matches, and a win for each bye. */
export function pointsOf(tournament: Tournament): ReadonlyMap<string, number> {
  const points = new Map(tournament.entrants.map(({ player, byes }) => [player, byes * WIN]));
  for (const table of tournament.tables) {
    if (table.places === null) continue;
    for (const [player, played] of playedAt(table))
      points.set(player, (points.get(player) ?? 0) + played.points);
  }
  return points;
}

/** Returns all who take part, or did, by place. */
export function standingsOf(tournament: Tournament): readonly Standing[] {
  const points = pointsOf(tournament);
  const played = new Map<string, Played[]>(tournament.entrants.map(({ player }) => [player, []]));
  for (const table of tournament.tables) {
    if (table.places === null) continue;
    for (const [player, one] of playedAt(table)) played.get(player)?.push(one);
  }
  const pointsBy = (player: string) => points.get(player) ?? 0;
  const breaks = TIE_BREAKS[tournament.plan.kind];
  const rows = tournament.entrants.map((entrant) => {
    const own = played.get(entrant.player) ?? [];
    const wins = own.filter(({ isWin }) => isWin).length;
    const values = tieBreaksOf(entrant, own, pointsBy);
    return {
      entrant,
      points: pointsBy(entrant.player),
      played: own.length,
      wins,
      values: { ...values, wins },
    };
  });
  const groups = Map.groupBy(rows, (row) => row.points);
  const encounters = new Map([...groups.values()].flatMap((group) => directEncounters(group, played)));
  const ranked = rows
    .map((row) => ({
      ...row,
      tieBreaks: breaks.map((each: TieBreak) =>
        each === "direct-encounter" ? (encounters.get(row.entrant.player) ?? 0) : row.values[each],
      ),
    }))
    .toSorted((one, other) => compare(one, other) || one.entrant.order - other.entrant.order);
  let place = 0;
  return ranked.map((row, i) => {
    const { entrant, points, played: count, wins, tieBreaks } = row;
    const before = ranked[i - 1];
    if (before === undefined || compare(before, row) !== 0) place = i + 1;
    return { entrant, place, points, played: count, wins, tieBreaks };
  });
}

type Ranked = Pick<Standing, "points" | "tieBreaks">;

/** Sorts by points, then by the tie-breaks in their order: more comes first. */
function compare(one: Ranked, other: Ranked): number {
  const [first = 0] = [
    other.points - one.points,
    ...other.tieBreaks.map((value, i) => value - (one.tieBreaks[i] ?? 0)),
  ].filter((difference) => difference !== 0);
  return first;
}

/**
 * Returns tie-breaks of one player. A match counts the mean of its opponents' points, so that tables of several seats weigh like one of
 * two; a bye counts as an opponent with the player's own points, whom they beat.
 */
function tieBreaksOf(
  { player, byes }: Entrant,
  own: readonly Played[],
  pointsBy: (player: string) => number,
): Readonly<Record<Exclude<TieBreak, "wins" | "direct-encounter">, number>> {
  const opponents = [
    ...own.map(({ others }) => mean(others.map((other) => pointsBy(other.player)))),
    ...Array.from({ length: byes }, () => pointsBy(player)),
  ].toSorted((a, b) => a - b);
  const beaten = own.map(({ others }) =>
    mean(others.map((other) => (pointsBy(other.player) * other.share) / WIN)),
  );
  return {
    buchholz: sum(opponents),
    "median-buchholz": sum(opponents.length > 2 ? opponents.slice(1, -1) : opponents),
    "sonneborn-berger": sum(beaten) + byes * pointsBy(player),
  };
}

/** Returns what each of those with the same points won against the others; none unless each met each. */
function directEncounters(
  group: readonly { readonly entrant: Entrant }[],
  played: ReadonlyMap<string, readonly Played[]>,
): readonly (readonly [player: string, won: number])[] {
  const players = new Set(group.map(({ entrant }) => entrant.player));
  const encounters: [string, number][] = [];
  for (const player of players) {
    const all = (played.get(player) ?? []).flatMap(({ others }) => others);
    const met = all.filter((other) => players.has(other.player));
    if (new Set(met.map((other) => other.player)).size < players.size - 1) return [];
    encounters.push([player, sum(met.map(({ share }) => share))]);
  }
  return encounters;
}
