import type { Game, GameTypes } from "@flower-war/rules";
import type { Bot } from "@flower-war/rules/bots";
import type { MatchRecorder } from "../tally.ts";

export const BOT_KINDS = ["easy", "skilled", "strong"] as const;
export type BotKind = (typeof BOT_KINDS)[number];

/** A game that can be simulated, and what to count in its matches. */
export interface SimulatedGame<T extends GameTypes = GameTypes> {
  readonly game: Game<T>;
  /**
   * Seconds that a person who knows the game takes for each kind of decision, watching what follows from it included. The minutes
   * of matches are measured at this pace (docs/performance-rules.md, "Minutes").
   */
  readonly pace: { readonly [D in T["decision"]]: number };
  /** Returns the command that a bot of this kind plays. */
  move(kind: BotKind, ...args: Parameters<Bot<T>>): T["command"];
  /** Returns an observer that records one match. */
  observe(recorder: MatchRecorder): MatchObserver<T>;
}

/** Records what happens in a match. */
export interface MatchObserver<T extends GameTypes> {
  /** @param state the state after the event */
  onEvent(event: T["event"], state: T["state"]): void;
  onEnd(state: T["state"], outcome: T["outcome"]): Result;
}

/** How a match ended. */
export interface Result {
  /** What ended it. */
  readonly by: string;
  /** The seats that have won. */
  readonly winners: readonly string[];
  /** The seats in first place, whether they have won or not. */
  readonly firsts: readonly string[];
}
