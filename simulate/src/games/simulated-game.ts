import type { Game, GameTypes } from "@flower-war/rules";
import type { Bot } from "@flower-war/rules/bots";
import type { Scribe } from "../tally.ts";

export const BOT_KINDS = ["easy", "skilled"] as const;
export type BotKind = (typeof BOT_KINDS)[number];

/** A game that can be simulated, and what is worth counting of it. */
export interface SimulatedGame<T extends GameTypes = GameTypes> {
  readonly game: Game<T>;
  /** What a bot of this kind plays. */
  move(kind: BotKind, ...asked: Parameters<Bot<T>>): T["command"];
  /** Watches one match. */
  watch(scribe: Scribe): Watcher<T>;
}

/** Writes down what happens in a match. */
export interface Watcher<T extends GameTypes> {
  /** @param state with the event folded in */
  event(event: T["event"], state: T["state"]): void;
  end(state: T["state"], outcome: T["outcome"]): Result;
}

/** How a match ended. */
export interface Result {
  /** What ended it. */
  readonly by: string;
  /** Who has won, together or alone; `[]`: nobody. */
  readonly winners: readonly string[];
  /** Who is placed first, winners or not. */
  readonly firsts: readonly string[];
}
