import type { Sheet } from "../../art/drawing.tsx";
import type { Picture } from "../story.ts";

/** A point of a board's drawing, in its units. */
export type BoardPoint = readonly [x: number, y: number];

/**
 * Where a flight begins or ends: an element that a CSS selector finds, or a point of the board. Of several elements in sight it
 * is the last one, so that a part of a thing goes before the thing.
 */
export type Place = string | BoardPoint;

/** A drawing that is shown only while it moves. */
export interface Flying {
  readonly sheet: Sheet;
  readonly id: string;
  /** It is drawn on a card's back. */
  readonly onCard?: boolean;
}

/** One thing that moves, as data. `what`: a CSS selector. `ms`: at normal speed. */
export type Motion =
  /** Things turn over where they lie, as dice and coins do. */
  | { readonly type: "tumble"; readonly what: string; readonly ms: number }
  /** Things shake where they stand. */
  | { readonly type: "shake"; readonly what: string; readonly ms: number }
  /** A thing of the board comes to where it stands, along a way whose last point is that place. */
  | {
      readonly type: "walk";
      readonly what: string;
      readonly way: readonly BoardPoint[];
      readonly ms: number;
    }
  /** Things appear. */
  | { readonly type: "appear"; readonly what: string; readonly ms: number }
  /** Things appear one after the other, in the order of the document. */
  | { readonly type: "sweep"; readonly what: string; readonly ms: number }
  /** A drawing flies from one place to another. */
  | {
      readonly type: "fly";
      readonly drawing: Flying;
      readonly from: Place;
      readonly to: Place;
      readonly ms: number;
    }
  /** A drawing rolls over the board along a way. `size`: in the board's units. */
  | {
      readonly type: "roll";
      readonly drawing: Flying;
      readonly size: number;
      readonly way: readonly BoardPoint[];
      readonly ms: number;
    }
  | Cue;

/** A moment of the match for the viewer. */
export type CueKind =
  | "victory"
  | "defeat"
  /** The match is over for a viewer who does not play. */
  | "end"
  /** The match is over, and no seat has won. */
  | "no-winner"
  | "battle-won"
  | "battle-lost"
  /** The viewer's battle is over, and no seat has won it. */
  | "battle-even"
  /** A sign came to the viewer, or was taken from them. */
  | "sign-gained"
  | "sign-lost"
  | "apocalypse"
  | "offering";

/** A moment that is shown over the board and heard. It stays in sight while the table goes on. */
export interface Cue {
  readonly type: "cue";
  readonly kind: CueKind;
  readonly ms: number;
  /** What it is about. */
  readonly pictures: readonly Picture[];
  /** The viewer's total in a battle, the other seat's, and the skulls that the loser pays; `null`: it is about no such battle. */
  readonly battle: { readonly own: number; readonly other: number; readonly paid: number } | null;
}

/** ms that the table waits at a cue. */
const CUE = 300;

/** Returns a cue. @param about what it is about; each part may be left out */
export const cue = (kind: CueKind, about: Partial<Pick<Cue, "pictures" | "battle">> = {}): Cue => ({
  type: "cue",
  kind,
  ms: CUE,
  pictures: [],
  battle: null,
  ...about,
});

/** Returns the cue for the end of a match. @param isWinner `null`: the viewer does not play */
export const endCue = (isWinner: boolean | null, pictures: readonly Picture[]): Cue =>
  cue(isWinner === null ? "end" : isWinner ? "victory" : "defeat", { pictures });

export const isCue = (motion: Motion): motion is Cue => motion.type === "cue";

/** The element of a board to whose units points belong. */
export const BOARD = "[data-board]";

/** How a game moves: pure functions, of which the table and replays make what is to be seen. */
export interface GameMotion<View, Event> {
  /**
   * Returns a view with what an event changes on the table, as far as it can be seen while things move.
   * @param after the view after all events of the entry
   */
  readonly fold: (view: View, event: Event, after: View) => View;
  /** Returns what moves at an event, all at the same time; empty: nothing does. `view`: the one before it. */
  readonly motionsOf: (view: View, event: Event) => readonly Motion[];
}

/** What is to be seen for a while. */
export interface Step<View> {
  readonly motions: readonly Motion[];
  /** At normal speed. */
  readonly ms: number;
  /** What the table shows meanwhile. */
  readonly view: View;
}

/** Returns what is to be seen between two views, in the order of the events. After the last step the table shows `after`. */
export function stepsOf<View, Event>(
  { fold, motionsOf }: GameMotion<View, Event>,
  before: View,
  events: readonly Event[],
  after: View,
): readonly Step<View>[] {
  const steps: Step<View>[] = [];
  let view = before;
  for (const event of events) {
    const motions = motionsOf(view, event);
    const next = fold(view, event, after);
    if (motions.length > 0) {
      steps.push({
        motions,
        ms: Math.max(...motions.map(({ ms }) => ms)),
        view: motions.some(isUnderway) ? view : next,
      });
    }
    view = next;
  }
  return steps;
}

/** Whether a motion changes the table only when it ends: what flies has not arrived yet. */
const isUnderway = ({ type }: Motion): boolean => type === "fly" || type === "roll";
