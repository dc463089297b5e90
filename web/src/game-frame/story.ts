import type { GameMap, GameName, OutcomeOf } from "@flower-war/client-sdk";
import type { ReactNode } from "react";
import type { Sheet } from "../art/drawing.tsx";
import { takenBackIn } from "./turn-events.ts";

/** A drawing by its file and its id in it. */
export interface Picture {
  readonly sheet: Sheet;
  readonly id: string;
  /** The colour token for those parts of it that have no colour of their own. */
  readonly colour?: string;
}

/** A finished match, as a story needs it: what `Replay` has. */
interface PlayedMatch<G extends GameName = GameName> {
  readonly entries: readonly {
    readonly seat: GameMap[G]["seat"];
    readonly events: readonly GameMap[G]["event"][];
  }[];
  readonly outcome: OutcomeOf<G>;
  /** What a seat saw after `n` entries; `null`: a spectator. */
  view(n: number, seat: GameMap[G]["seat"] | null): GameMap[G]["view"];
}

/** Something that happened in a match and is worth showing. */
export type Moment<G extends GameName = GameName> = MomentOf<GameMap[G]["event"], GameMap[G]["seat"]>;

interface MomentOf<Event, Seat extends string> {
  /** The entry in which it happened, from 1. */
  readonly n: number;
  readonly event: Event;
  readonly title: string;
  readonly picture: Picture;
  /** Whose moment it is; `null`: all seats'. */
  readonly seat: Seat | null;
  /** How much it matters among the others, the most first. */
  readonly weight: number;
}

/** A piece of a game's board. */
export interface Spot {
  /** Its middle, from 0 to 1 of the board's width and height. */
  readonly x: number;
  readonly y: number;
  /** How wide it is, above 0 and up to 1 of the board's width. */
  readonly width: number;
  /** The board's width by its height. */
  readonly ratio: number;
}

/** A score between two, over the whole match: red and blue areas above and below a line. */
interface Lead<G extends GameName = GameName> {
  /** The side that leads while the difference is above 0, and the one below. */
  readonly names: readonly [string, string];
  readonly difference: (view: GameMap[G]["view"]) => number;
}

/** What a game says of an event that is worth showing. */
export type Described<Seat extends string> = Omit<MomentOf<never, Seat>, "n" | "event">;

/** What a game adds to its results and replays. Loaded with them; the game's texts have to be loaded before. */
export interface GameStory<G extends GameName = GameName> {
  /** Returns a function that describes the events of one match, given in their order; `null`: one is not worth showing. */
  readonly describerOf: (
    outcome: OutcomeOf<G>,
  ) => (event: GameMap[G]["event"]) => Described<GameMap[G]["seat"]> | null;
  /** Returns where on the board a moment happened. `view`: as it stood then. */
  readonly spotOf: (moment: Pick<Moment<G>, "event" | "seat">, view: GameMap[G]["view"]) => Spot;
  /** Returns the gain that stands over a replay's track for an event; `null`: none. */
  readonly gainOf: (event: GameMap[G]["event"]) => Picture | null;
  /** `null`: the game has no two sides to compare. */
  readonly lead: Lead<G> | null;
  /** The entry from which the end is near; `null`: there is none. */
  readonly endBegins: (match: PlayedMatch<G>) => number | null;
  /** What a seat has, in a few words. `view`: the seat's own. */
  readonly describeHoldings: (view: GameMap[G]["view"], seat: GameMap[G]["seat"]) => string;
  /** What the winner won with; empty: their sign says enough. */
  readonly trophiesOf: (outcome: OutcomeOf<G>) => readonly Picture[];
}

/** What the result shows of a finished match while its record is stored. Everything is in the page's language. */
export interface Story {
  /** What the winner won with; empty: their sign says enough. */
  readonly trophies: readonly Picture[];
  /** What each seat had at the end. */
  readonly holdings: ReadonlyMap<string, string>;
  /** Figures of the match: "102 turns". */
  readonly facts: readonly string[];
  readonly moments: readonly StoryMoment[];
}

export interface StoryMoment {
  /** The entry after which the replay shows it. */
  readonly n: number;
  /** The turn or round in which it happened. */
  readonly when: string;
  readonly title: string;
  readonly words: string;
  readonly picture: Picture;
  /** The board as it stood, and the piece of it where this happened. */
  readonly board: ReactNode;
  readonly spot: Spot;
  /** `null`: it belongs to all seats. */
  readonly seat: string | null;
}

/** Returns the events of a match with the numbers of their entries, without those of acts that were taken back. */
function eventsOf<G extends GameName>({ entries }: PlayedMatch<G>) {
  const taken = new Set(entries.flatMap(({ events }) => events.map(takenBackIn)));
  return entries.flatMap(({ events }, index) =>
    taken.has(index + 1) ? [] : events.map((event) => ({ n: index + 1, event })),
  );
}

/** Returns everything that is worth showing of a match, in its order. */
export function momentsOf<G extends GameName>(
  { describerOf }: GameStory<G>,
  match: PlayedMatch<G>,
): readonly Moment<G>[] {
  const describe = describerOf(match.outcome);
  return eventsOf(match).flatMap(({ n, event }) => {
    const described = describe(event);
    return described === null ? [] : [{ n, event, ...described }];
  });
}

/** Returns the gains that stand over a replay's track, in order. */
export function gainsOf<G extends GameName>(
  { gainOf }: GameStory<G>,
  match: PlayedMatch<G>,
): readonly { readonly n: number; readonly picture: Picture }[] {
  return eventsOf(match).flatMap(({ n, event }) => {
    const picture = gainOf(event);
    return picture === null ? [] : [{ n, picture }];
  });
}

/** As many moments as a result shows. */
export const MOMENTS = 5;

/**
 * Returns the moments of a match that matter most, in their order, at most one of each entry.
 * @param all in the match's order; of equal ones the earlier matters more
 */
export function pickMoments<M extends { readonly n: number; readonly weight: number }>(
  all: readonly M[],
  count: number = MOMENTS,
): readonly M[] {
  const best = new Map<number, M>();
  for (const moment of all) {
    const known = best.get(moment.n);
    if (known === undefined || known.weight < moment.weight) best.set(moment.n, moment);
  }
  return [...best.values()]
    .toSorted((one, other) => other.weight - one.weight || one.n - other.n)
    .slice(0, count)
    .toSorted((one, other) => one.n - other.n);
}
