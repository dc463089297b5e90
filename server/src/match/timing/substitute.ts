import type { BotKind } from "@flower-war/protocol";
import type { GameTypes } from "@flower-war/rules";
import type { BotPool } from "../../bots/bot-pool.ts";
import type { HostedGame } from "../../games/hosted-game.ts";
import { type Random, randomBelow } from "../../random.ts";
import type { MatchPlan } from "../../storage/journal/facts.ts";
import type { SeatTable } from "../seats/seat-table.ts";
import type { MatchClocks } from "./match-clocks.ts";

/** Chooses commands for seats that the server plays: a bot's, or that of a player who does not answer. */
export class Substitute<T extends GameTypes> {
  readonly #plan: MatchPlan;
  readonly #hosted: HostedGame<T>;
  readonly #bots: BotPool;
  readonly #random: Random;
  readonly #seats: SeatTable;
  readonly #clocks: MatchClocks;

  constructor(
    plan: MatchPlan,
    hosted: HostedGame<T>,
    { bots, random }: { readonly bots: BotPool; readonly random: Random },
    seats: SeatTable,
    clocks: MatchClocks,
  ) {
    this.#plan = plan;
    this.#hosted = hosted;
    this.#bots = bots;
    this.#random = random;
    this.#seats = seats;
    this.#clocks = clocks;
  }

  /** Whether the server plays an awaited seat. @param now ms since 1970 */
  isNeeded(seat: T["seat"], now: number): boolean {
    return this.#seats.botIn(seat) !== null || this.#clocks.isAway(seat) || this.#clocks.isOver(seat, now);
  }

  /** Chooses the command of an awaited seat. */
  async choose(state: T["state"], seat: T["seat"]): Promise<T["command"]> {
    const bot = this.#seats.botIn(seat);
    return bot === null ? this.#chooseForPlayer(state, seat) : this.#chooseForBot(bot, state, seat);
  }

  /** Skilled bots think in processes of their own; one that cannot plays like an easy one. */
  async #chooseForBot(kind: BotKind, state: T["state"], seat: T["seat"]): Promise<T["command"]> {
    const view = this.#hosted.game.view(state, seat);
    const thought = kind === "easy" ? null : await this.#bots.think(this.#plan.game, kind, view);
    return thought ?? this.#hosted.easyBot(view, this.#randomBelow);
  }

  /** As the match's clock rules say for a player who is away; else the game's fallback. */
  #chooseForPlayer(state: T["state"], seat: T["seat"]): T["command"] {
    const { game } = this.#hosted;
    const away = this.#clocks.isAway(seat) ? this.#plan.clock?.away : undefined;
    const view = game.view(state, seat);
    if (away === "bot") return this.#hosted.easyBot(view, this.#randomBelow);
    const concession =
      away === "forfeit" ? game.legal(view, seat).find(({ type }) => type === "concede") : undefined;
    return concession ?? game.fallback(state, seat);
  }

  readonly #randomBelow = (n: number): number => randomBelow(this.#random, n);
}
