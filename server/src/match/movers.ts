import { randomInt } from "node:crypto";
import type { BotKind } from "@flower-war/client-sdk/protocol";
import type { GameTypes } from "@flower-war/rules";
import type { Thinkers } from "../bots/thinkers.ts";
import type { HostedGame } from "../games/hosted-game.ts";
import type { MatchPlan } from "../journal/facts.ts";
import type { Clocks } from "./clocks.ts";
import type { SeatTable } from "./seats.ts";

/** Who plays for a seat whose player is none, or does not answer: its bot, or somebody in its player's place. */
export class Movers<T extends GameTypes> {
  readonly #plan: MatchPlan;
  readonly #hosted: HostedGame<T>;
  readonly #thinkers: Thinkers;
  readonly #seats: SeatTable;
  readonly #clocks: Clocks;

  constructor(plan: MatchPlan, hosted: HostedGame<T>, thinkers: Thinkers, seats: SeatTable, clocks: Clocks) {
    this.#plan = plan;
    this.#hosted = hosted;
    this.#thinkers = thinkers;
    this.#seats = seats;
    this.#clocks = clocks;
  }

  /** Nobody waits for this seat's player, when the seat is awaited. @param now ms since 1970 */
  playFor(seat: T["seat"], now: number): boolean {
    return this.#seats.botIn(seat) !== null || this.#clocks.isAway(seat) || this.#clocks.isOver(seat, now);
  }

  /** What they play for an awaited seat. */
  async command(state: T["state"], seat: T["seat"]): Promise<T["command"]> {
    const bot = this.#seats.botIn(seat);
    return bot === null ? this.#substitute(state, seat) : this.#botCommand(bot, state, seat);
  }

  /** Who has to think does so elsewhere; one who cannot plays like an easy bot. */
  async #botCommand(kind: BotKind, state: T["state"], seat: T["seat"]): Promise<T["command"]> {
    const view = this.#hosted.game.view(state, seat);
    const thought = kind === "easy" ? null : await this.#thinkers.think(this.#plan.game, kind, view);
    return thought ?? this.#hosted.easyBot(view, randomBelow);
  }

  /** As the match's clock rules say for a player who is away; else the game's fallback. */
  #substitute(state: T["state"], seat: T["seat"]): T["command"] {
    const { game } = this.#hosted;
    const away = this.#clocks.isAway(seat) ? this.#plan.clock?.away : undefined;
    const view = game.view(state, seat);
    if (away === "bot") return this.#hosted.easyBot(view, randomBelow);
    const concession =
      away === "forfeit" ? game.legal(view, seat).find(({ type }) => type === "concede") : undefined;
    return concession ?? game.fallback(state, seat);
  }
}

const randomBelow = (n: number): number => randomInt(n);
