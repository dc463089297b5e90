import type { BotKind, ClockRules } from "@flower-war/protocol";
import type { GameTypes } from "@flower-war/rules";
import type { Thinker } from "../../bots/bot-pool.ts";
import type { HostedGame } from "../../games/hosted-game.ts";
import { randomBelow } from "../../random.ts";
import type { MatchCore } from "../match-core.ts";
import { Choice } from "./choice.ts";

/** Chooses commands for seats that the server plays: a bot's, or that of a player who does not answer. */
export class Substitute<T extends GameTypes> {
  readonly #core: Pick<MatchCore, "plan" | "random" | "seats" | "clocks">;
  readonly #hosted: HostedGame<T>;
  readonly #bots: Thinker;

  constructor(
    core: Pick<MatchCore, "plan" | "random" | "seats" | "clocks">,
    hosted: HostedGame<T>,
    bots: Thinker,
  ) {
    this.#core = core;
    this.#hosted = hosted;
    this.#bots = bots;
  }

  /** Whether the server plays an awaited seat. @param now ms since 1970 */
  isNeeded(seat: T["seat"], now: number): boolean {
    return (
      this.#core.seats.botIn(seat) !== null ||
      this.#core.clocks.isAway(seat) ||
      this.#core.clocks.isOver(seat, now)
    );
  }

  /** ms that an awaited seat has at least before the server plays for it. */
  leastDelay(seat: T["seat"]): number {
    return thinks(this.#core.seats.botIn(seat)) ? this.#bots.answerTime : 0;
  }

  /**
   * Returns what chooses the command of an awaited seat.
   * @param by when it is played, by the monotonic clock
   */
  chooseFor(state: T["state"], seat: T["seat"], by: number): Choice<T> {
    const bot = this.#core.seats.botIn(seat);
    const choose = () =>
      bot === null
        ? this.#chooseForPlayer(state, seat)
        : this.#hosted.easyBot(this.#view(state, seat), this.#randomBelow);
    const think = () => this.#bots.think(this.#core.plan.game, bot ?? "easy", this.#view(state, seat), by);
    return new Choice(seat, state, {
      choose,
      think: thinks(bot) ? think : null,
      bot: bot ?? (this.#awayRule(seat) === "bot" ? "easy" : null),
    });
  }

  #view(state: T["state"], seat: T["seat"]): T["view"] {
    return this.#hosted.game.view(state, seat);
  }

  /** Chooses by the match's clock rules for a player who is away; else the game's fallback. */
  #chooseForPlayer(state: T["state"], seat: T["seat"]): T["command"] {
    const { game } = this.#hosted;
    const away = this.#awayRule(seat);
    const view = this.#view(state, seat);
    if (away === "bot") return this.#hosted.easyBot(view, this.#randomBelow);
    const concession =
      away === "forfeit" ? game.legal(view, seat).find(({ type }) => type === "concede") : undefined;
    return concession ?? game.fallback(state, seat);
  }

  /** The clock rule for a player who is away; `undefined`: there is none, or the player is here. */
  #awayRule(seat: T["seat"]): ClockRules["away"] | undefined {
    return this.#core.clocks.isAway(seat) ? this.#core.plan.clock?.away : undefined;
  }

  readonly #randomBelow = (n: number): number => randomBelow(this.#core.random, n);
}

/** Whether a bot of this kind thinks, in a process of its own; until it has thought it plays like an easy one. */
function thinks(kind: BotKind | null): boolean {
  return kind === "skilled";
}
