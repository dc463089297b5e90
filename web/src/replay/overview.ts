import type { GameName } from "@flower-war/client-sdk";
import { useMemo } from "react";
import { useGameStory } from "../games/load-game.ts";
import type { Line } from "../record/line.ts";
import type { Steps } from "../record/steps.ts";
import { gainsOf, type Picture } from "../game-frame/story.ts";

/** What a match looks like from afar. */
export interface Overview {
  /** What was gained in which entry. */
  readonly gains: readonly { readonly n: number; readonly picture: Picture }[];
  /** The entry from which the end was near; `null`: there is none. */
  readonly endBegins: number | null;
  /** `null`: there are no two sides to compare. */
  readonly lead: { readonly points: readonly LeadPoint[]; readonly names: readonly [string, string] } | null;
}

/** Returns a match as seen from afar. Suspends while the game's story is loaded. */
export function useOverview<G extends GameName>(replay: Line<G>, { turns }: Steps): Overview {
  const story = useGameStory(replay);
  const { lead } = story;
  const points = useMemo(
    () => (lead === null ? [] : leadOver(turns, (n) => lead.difference(replay.view(n, null)))),
    [lead, replay, turns],
  );
  const seen = useMemo(
    () => ({ gains: gainsOf(story, replay), endBegins: story.endBegins(replay) }),
    [story, replay],
  );
  // The names are those of the page's language.
  return { ...seen, lead: lead === null ? null : { names: lead.names, points } };
}

/** How far ahead the first of two sides was at a position; below 0: the second. */
export interface LeadPoint {
  readonly n: number;
  readonly difference: number;
}

/**
 * Returns the lead at the beginning, after each turn, and at the end.
 * @param differenceAt the lead after `n` entries
 */
export function leadOver(
  turns: readonly { readonly last: number }[],
  differenceAt: (n: number) => number,
): readonly LeadPoint[] {
  return [0, ...turns.map(({ last }) => last)].map((n) => ({ n, difference: differenceAt(n) }));
}

/** Returns the greatest lead of either side, at least 1. */
export function greatestLead(points: readonly LeadPoint[]): number {
  return Math.max(1, ...points.map(({ difference }) => Math.abs(difference)));
}

/**
 * Returns the area between the zero line and one side's lead, as a path: x counts entries, y goes from -1, the
 * first side's greatest lead, to 1, the second's.
 */
export function leadArea(points: readonly LeadPoint[], side: "first" | "second"): string {
  const most = greatestLead(points);
  const heightOf = ({ difference }: LeadPoint) =>
    (side === "first" ? Math.min(0, -difference) : Math.max(0, -difference)) / most;
  const line = points.map((point) => `L${point.n} ${round(heightOf(point))}`).join("");
  return `M${points[0]?.n ?? 0} 0${line}L${points.at(-1)?.n ?? 0} 0Z`;
}

const round = (height: number): number => Math.round(height * 1000) / 1000;
