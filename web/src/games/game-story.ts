import type { GameMap, GameName, OutcomeOf } from "@flower-war/client-sdk";
import type { Sheet } from "../art/drawing.tsx";

/** A drawing by its file and its id in it. */
export interface Picture {
  readonly sheet: Sheet;
  readonly id: string;
  /** The colour token for those parts of it that have no colour of their own. */
  readonly colour?: string;
}

/** A finished match, as a story needs it: what `Replay` has. */
export interface PlayedMatch<G extends GameName = GameName> {
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

export interface MomentOf<Event, Seat extends string> {
  /** The entry in which it happened, from 1. */
  readonly n: number;
  readonly event: Event;
  readonly title: string;
  readonly picture: Picture;
  /** Whose moment it is; `null`: everybody's. */
  readonly seat: Seat | null;
  /** How much it matters among the others, the most first. */
  readonly weight: number;
}

/** A score between two, over the whole match: red and blue areas above and below a line. */
export interface Lead<G extends GameName = GameName> {
  /** Who leads while the difference is above 0, and while it is below. */
  readonly names: readonly [string, string];
  readonly difference: (view: GameMap[G]["view"]) => number;
}

/** What a game adds to its results and replays. Loaded with them; the game's texts have to be loaded before. */
export interface GameStory<G extends GameName = GameName> {
  /** Everything that is worth showing of a match, in any order. */
  readonly momentsOf: (match: PlayedMatch<G>) => readonly Moment<G>[];
  /** Gains that stand over a replay's track, in order. */
  readonly gainsOf: (match: PlayedMatch<G>) => readonly { readonly n: number; readonly picture: Picture }[];
  /** `null`: the game has no two sides to compare. */
  readonly lead: Lead<G> | null;
  /** The entry from which the end is near; `null`: there is none. */
  readonly endBegins: (match: PlayedMatch<G>) => number | null;
  /** What a seat has, in a few words. `view`: the seat's own. */
  readonly describeHoldings: (view: GameMap[G]["view"], seat: GameMap[G]["seat"]) => string;
  /** What the winner won with; empty: their sign says enough. */
  readonly trophiesOf: (outcome: OutcomeOf<G>) => readonly Picture[];
}
