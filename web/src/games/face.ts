import type { SeatInfo } from "@flower-war/client-sdk";
import type { Command, Event, View } from "@flower-war/client-sdk/flower-war";
import type { ComponentType } from "react";

/** A legal command as a button. */
export interface Offer {
  readonly words: string;
  /** The heading under which buttons of a kind are gathered. */
  readonly group?: string;
  /** It cannot be taken back and is seldom meant: asked for twice. */
  readonly grave?: boolean;
}

/** All that the page knows of a game: what is on its table, and words for what is done there. */
export interface GameFace {
  readonly title: string;
  /** How many seats a match may have. */
  readonly seatCounts: readonly number[];
  /** What a seat alone sees. */
  readonly Hand: ComponentType<{ view: View }>;
  /** What everybody sees of each seat. */
  readonly Players: ComponentType<{ view: View; people: readonly SeatInfo[] }>;
  readonly Board: ComponentType<{ view: View }>;
  /** What else lies on the table. */
  readonly Beside: ComponentType<{ view: View }>;
  readonly seatNoun: (seat: string) => string;
  /** Whose decision of what kind is awaited. */
  readonly awaitingWords: (view: View) => string;
  /** How the turn stands. */
  readonly turnWords: (view: View) => string;
  readonly commandWords: (command: Command, view: View) => Offer;
  readonly eventWords: (event: Event) => string;
  /** `undefined`: no refusal of the game's own. */
  readonly refusalWords: (code: string) => string | undefined;
}
