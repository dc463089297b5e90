import type { GameTypes, PageTexts } from "@flower-war/client-sdk/own-games";
import type { Language } from "@flower-war/client-sdk/texts";
import type { ReactNode } from "react";
import type { GameMotion } from "../../game-frame/motion/motions.ts";
import type { Picture, Spot } from "../../game-frame/story.ts";

/*
 * The table of a game from outside (docs/add-a-game.md, "A table of your own"). The page draws the parts that the game leaves out from what
 * `show` gives, and also the parts that throw.
 */

/** The parts of a table that a game draws itself. Each is a React component. */
export interface GameTable<T extends GameTypes = GameTypes> {
  /** The middle of the table. Results and replays show it too, small. */
  readonly Board?: (table: Table<T>) => ReactNode;
  /** What lies before a player, below their name. */
  readonly Seat?: (table: Table<T> & { readonly of: T["seat"] }) => ReactNode;
  /** What the viewer holds. Not drawn for those who only watch. */
  readonly Hand?: (table: Table<T>) => ReactNode;
  /** The ways to decide, in the panel of the viewer's decision. */
  readonly Decision?: (table: Table<T>) => ReactNode;
  /** What stands beside the board, above the log. */
  readonly Side?: (table: Table<T>) => ReactNode;
  /** Windows over the table. */
  readonly Windows?: (table: Table<T>) => ReactNode;
  /** The keys that send commands, besides those of the whole page. Default: 1 to 9 press the panel's first buttons. */
  readonly keys?: readonly TableKey<T>[];
  /** What moves at each event. Default: what is new appears. */
  readonly motion?: Partial<GameMotion<T["view"], T["event"]>>;
  /** The sign before the game's name. */
  readonly emblem?: Picture;
  readonly story?: TableStory<T>;
}

/** The table as one viewer sees it. */
export interface Table<T extends GameTypes = GameTypes> {
  /** What is drawn. While things move it lags behind what the match has come to. */
  readonly view: T["view"];
  /** The viewer's seat; `null`: they watch. */
  readonly seat: T["seat"] | null;
  /** All seats in turn order, with their players. */
  readonly people: readonly TablePerson<T>[];
  readonly awaiting: readonly { readonly seat: T["seat"]; readonly decision: T["decision"] }[];
  /** Every command that the viewer may send now: none while they cannot, as in replays. */
  readonly legal: readonly T["command"][];
  /** Whether a command is on its way. */
  readonly busy: boolean;
  /** Sends a legal command. Nothing happens with another one, nor while one is on its way. */
  readonly send: (command: T["command"]) => void;
  readonly words: TableWords<T>;
}

interface TablePerson<T extends GameTypes> {
  readonly seat: T["seat"];
  /** The player's; `""`: the seat is free. */
  readonly name: string;
  readonly connected: boolean;
}

/** The words of the game's page in the viewer's language. */
export interface TableWords<T extends GameTypes = GameTypes> {
  readonly language: Language;
  /** Returns what a seat's player is called, else the seat. */
  readonly nameOf: (seat: T["seat"]) => string;
  /** Returns what a card, a piece or a counter is called, and what it is for. */
  readonly thing: (name: string) => PageTexts["things"][string];
  readonly zone: (name: string) => string;
  /** Returns what a command's button says. */
  readonly command: (command: T["command"]) => string;
}

/** A key that sends a command while it is legal. */
export interface TableKey<T extends GameTypes = GameTypes> {
  /** `KeyboardEvent.key` in lower case. */
  readonly key: string;
  /** Returns what it does, for the help to the keys. */
  readonly does: (words: TableWords<T>) => string;
  /** Returns what it sends; `null`: nothing now. */
  readonly commandOf: (table: Table<T>) => T["command"] | null;
}

/** What results and replays show of a match. Words are those without players' names. */
export interface TableStory<T extends GameTypes = GameTypes> {
  /** Returns a moment worth showing; `null`: an event is none. */
  readonly momentOf?: (event: T["event"], words: TableWords<T>) => TableMoment<T> | null;
  /** Returns where on the board a moment happened. Default: all of it. */
  readonly spotOf?: (event: T["event"], view: T["view"]) => Spot;
  /** Returns what a seat has, in a few words. Default: its counters. */
  readonly holdingsOf?: (view: T["view"], seat: T["seat"], words: TableWords<T>) => string;
  /** Returns what the winner won with. */
  readonly trophiesOf?: (outcome: T["outcome"]) => readonly Picture[];
}

interface TableMoment<T extends GameTypes> {
  readonly title: string;
  readonly picture: Picture;
  /** Whose it is; `null`: all seats'. */
  readonly seat: T["seat"] | null;
  /** How much it matters among the others, the most first. */
  readonly weight: number;
}

export type { Picture, Spot };
