import { ChanceReader } from "../chance.ts";
import type { Event } from "./events.ts";
import { evolve } from "./evolve.ts";
import type { State } from "./state.ts";
import type { Coin, Seat, Table } from "./vocabulary.ts";

/** Coins drawn, and the position of the chance stream after them. */
export interface TossedCoins {
  readonly coins: readonly Coin[];
  readonly chance: number;
}

/** One command while it is being decided: the events so far, and the state that they lead to. */
export class Play {
  readonly events: Event[] = [];
  state: State;

  constructor(state: State) {
    this.state = state;
  }

  get table(): Table {
    return this.state.table;
  }

  /** The active seat. */
  get active(): Seat {
    return this.table.turn;
  }

  /** Records an event and folds it in at once. */
  emit(event: Event): void {
    this.events.push(event);
    this.state = evolve(this.state, event);
  }

  /** Draws so many coins. The event of the draw must carry the position after them. */
  toss(count: number): TossedCoins {
    const { seed, chance } = this.state.hidden;
    const reader = new ChanceReader(seed, chance);
    const coins = Array.from({ length: count }, (): Coin => (reader.below(2) === 0 ? 0 : 1));
    return { coins, chance: reader.position };
  }
}
