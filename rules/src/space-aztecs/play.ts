import type { Event } from "./events.ts";
import { evolve } from "./evolve.ts";
import type { State } from "./state.ts";
import type { Table } from "./vocabulary.ts";

/** A command being played: the facts so far, and the state they make. */
export class Play {
  readonly events: Event[] = [];
  state: State;

  constructor(state: State) {
    this.state = state;
  }

  get table(): Table {
    return this.state.table;
  }

  /** A fact, folded in at once. */
  happen(event: Event): void {
    this.events.push(event);
    this.state = evolve(this.state, event);
  }
}
