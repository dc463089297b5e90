import type { BotKind } from "@flower-war/protocol";
import type { GameTypes } from "@flower-war/rules";

/** How a command is chosen. */
export interface Chooser<T extends GameTypes> {
  /** Chooses at once. */
  readonly choose: () => T["command"];
  /** Thinks about a better command; resolves with `null` if none was found in time. `null`: no bot thinks. */
  readonly think: (() => Promise<T["command"] | null>) | null;
  /** The kind of bot that chooses; `null`: none does. */
  readonly bot: BotKind | null;
}

/**
 * A command that is chosen before the time at which it is played. Nothing waits for it: what is chosen says only what is played, never
 * when (SECURITY.md).
 */
export class Choice<T extends GameTypes = GameTypes> {
  readonly seat: T["seat"];
  /** The state that it is chosen for. */
  readonly state: T["state"];
  readonly #chooser: Chooser<T>;
  #command: T["command"] | null = null;
  #isTaken = false;

  constructor(seat: T["seat"], state: T["state"], chooser: Chooser<T>) {
    this.seat = seat;
    this.state = state;
    this.#chooser = chooser;
  }

  /** The kind of bot that chooses; `null`: none does. */
  get bot(): BotKind | null {
    return this.#chooser.bot;
  }

  /** Begins to choose. Never throws or rejects: what failed is tried again by `take`. */
  async begin(): Promise<void> {
    try {
      this.#command ??= this.#chooser.choose();
      const thought = await this.#chooser.think?.();
      if (thought && !this.#isTaken) this.#command = thought;
    } catch {
      // `take` fails as well, and its caller tells.
    }
  }

  /** Returns the best command so far. @throws what `choose` throws */
  take(): T["command"] {
    this.#isTaken = true;
    this.#command ??= this.#chooser.choose();
    return this.#command;
  }
}
