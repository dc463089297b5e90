import type { GameMap, GameName, OptionValue, SeatState } from "@flower-war/client-sdk";
import type { ReactNode } from "react";

/** A legal command as a button. */
export interface Offer {
  readonly words: string;
  /** The heading under which buttons of a kind are gathered. */
  readonly group?: string;
  /** It cannot be taken back and is seldom meant: asked for twice. */
  readonly grave?: boolean;
}

/** Who sits on a seat. */
export interface PersonIn<Seat extends string> extends Readonly<SeatState> {
  readonly seat: Seat;
}

type Part<Props> = (props: Props) => ReactNode;

/** A host option in words. */
export interface OptionWords {
  readonly label: string;
  /** `undefined`: the value speaks for itself. */
  readonly value?: (value: OptionValue) => string | undefined;
}

/** All that the page knows of a game: what is on its table, and words for what is done there. */
export interface GameFace<T extends GameMap[GameName] = GameMap[GameName]> {
  readonly title: string;
  /** How many seats a match may have. */
  readonly seatCounts: readonly number[];
  /** An option by its name in the game's `hostOptions`. */
  readonly optionWords: (option: string) => OptionWords;
  /** Whether a seat can be made local to a temple. */
  readonly temples: boolean;
  /** What a seat alone sees; `null`: nothing. */
  readonly Hand: Part<{ view: T["view"] }> | null;
  /** What everybody sees of each seat. */
  readonly Players: Part<{ view: T["view"]; people: readonly PersonIn<T["seat"]>[] }>;
  readonly Board: Part<{ view: T["view"] }>;
  /** What else lies on the table; `null`: nothing. */
  readonly Beside: Part<{ view: T["view"] }> | null;
  readonly seatNoun: (seat: T["seat"]) => string;
  /** Whose decision of what kind is awaited. */
  readonly awaitingWords: (view: T["view"]) => string;
  /** How the turn stands. */
  readonly turnWords: (view: T["view"]) => string;
  readonly commandWords: (command: T["command"], view: T["view"]) => Offer;
  readonly eventWords: (event: T["event"]) => string;
  /** `undefined`: no refusal of the game's own. */
  readonly refusalWords: (code: string) => string | undefined;
}
