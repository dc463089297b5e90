import { below } from "../chance.ts";
import type { Event } from "./events.ts";
import { evolve } from "./evolve.ts";
import type { State } from "./state.ts";
import type { Coin, Seat, Table } from "./vocabulary.ts";

/** Coins drawn, and the position of the chance stream after them. */
export interface TossedCoins {
  readonly coins: readonly Coin[];
  readonly chance: number;
}

/** A command being played: the facts so far, and the state they make. `decide` keeps nothing of it but the facts. */
export class Play {
  readonly events: Event[] = [];
  state: State;

  constructor(state: State) {
    this.state = state;
  }

  get table(): Table {
    return this.state.table;
  }

  /** The seat that acts. */
  get active(): Seat {
    return this.table.turn;
  }

  /** A fact, folded in at once. */
  happen(event: Event): void {
    this.events.push(event);
    this.state = evolve(this.state, event);
  }

  /** Draws so many coins; the fact that tells them must move the stream on. */
  toss(count: number): TossedCoins {
    const { seed } = this.state.hidden;
    let { chance } = this.state.hidden;
    const coins = Array.from({ length: count }, (): Coin => {
      const { value, position } = below(seed, chance, 2);
      chance = position;
      return value === 0 ? 0 : 1;
    });
    return { coins, chance };
  }
}
