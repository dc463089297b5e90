import { TABLE } from "./scores.ts";
import type { Entrant, Tournament } from "./tournament.ts";

/** A player's place in a tournament. */
export interface Standing {
  readonly entrant: Entrant;
  /** From 1; those whom nothing tells apart share one. */
  readonly place: number;
  /** Those that `TIE_BREAKS` of its kind names, in its order: whole numbers of `TIE_BREAK`ths of a win, and of wins. */
  readonly tieBreaks: readonly number[];
}

/** What tells players with the same points apart, first to last (docs/tournaments.md). */
export const TIE_BREAKS = {
  rounds: ["median-buchholz", "buchholz", "sonneborn-berger", "direct-encounter", "wins"],
  arena: ["wins", "sonneborn-berger", "direct-encounter"],
} as const;

type TieBreak = (typeof TIE_BREAKS)["rounds" | "arena"][number];

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

/** Returns who takes part, or has been paired, by place. */
export function standingsOf(tournament: Tournament): readonly Standing[] {
  const entrants = tournament.entrants.filter((each) => each.isIn || each.wasPaired);
  const points = new Map(tournament.entrants.map((each) => [each.player, each.points]));
  const pointsBy = (player: string) => points.get(player) ?? 0;
  const groups = Map.groupBy(entrants, (each) => each.points);
  const encounters = new Map([...groups.values()].flatMap(directEncounters));
  const breaks: readonly TieBreak[] = TIE_BREAKS[tournament.plan.kind];
  const ranked = entrants
    .map((entrant) => ({
      entrant,
      tieBreaks: breaks.map((each) =>
        each === "direct-encounter"
          ? (encounters.get(entrant.player) ?? 0)
          : TIE_BREAK_OF[each](entrant, pointsBy),
      ),
    }))
    .toSorted((one, other) => compare(one, other) || one.entrant.order - other.entrant.order);
  let place = 0;
  return ranked.map((row, i) => {
    const before = ranked[i - 1];
    if (before === undefined || compare(before, row) !== 0) place = i + 1;
    return { ...row, place };
  });
}

type Ranked = Pick<Standing, "entrant" | "tieBreaks">;

/** Sorts by points, then by the tie-breaks in their order: more comes first. */
function compare(one: Ranked, other: Ranked): number {
  const [first = 0] = [
    other.entrant.points - one.entrant.points,
    ...other.tieBreaks.map((value, i) => value - (one.tieBreaks[i] ?? 0)),
  ].filter((difference) => difference !== 0);
  return first;
}

/**
 * The tie-breaks of one player. A match counts the mean of its opponents' points, so that tables of several seats weigh like one of
 * two; a bye counts as an opponent with the player's own points, whom they beat.
 */
const TIE_BREAK_OF: {
  readonly [T in Exclude<TieBreak, "direct-encounter">]: (
    entrant: Entrant,
    pointsBy: (player: string) => number,
  ) => number;
} = {
  buchholz: ({ met, byes, points }, pointsBy) => {
    let all = byes * points * TABLE;
    for (const [player, { weight }] of met) all += weight * pointsBy(player);
    return all;
  },
  "median-buchholz": ({ player, tables, byes, points }, pointsBy) => {
    const opponents = [
      ...tables.map(({ players }) => {
        const others = players.filter((other) => other !== player).map(pointsBy);
        return sum(others) * (TABLE / Math.max(1, others.length));
      }),
      ...Array.from({ length: byes }, () => points * TABLE),
    ].toSorted((a, b) => a - b);
    return sum(opponents.length > 2 ? opponents.slice(1, -1) : opponents);
  },
  "sonneborn-berger": ({ met, byes, points }, pointsBy) => {
    let all = byes * points * TABLE;
    for (const [player, { beaten }] of met) all += beaten * pointsBy(player);
    return all;
  },
  wins: ({ wins }) => wins,
};

/** Returns what each of those with the same points won against the others; none unless each met each. */
function directEncounters(group: readonly Entrant[]): readonly (readonly [player: string, won: number])[] {
  const encounters: [string, number][] = [];
  for (const { player, met } of group) {
    if (met.size < group.length - 1) return [];
    let won = 0;
    for (const { player: other } of group) {
      const meeting = met.get(other);
      if (other !== player && (meeting === undefined || meeting.weight === 0)) return [];
      won += meeting?.won ?? 0;
    }
    encounters.push([player, won * TABLE]);
  }
  return encounters;
}
