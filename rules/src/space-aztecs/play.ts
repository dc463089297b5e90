import type { Event } from "./events.ts";
import { evolve } from "./evolve.ts";
import type { State } from "./state.ts";
import type { Table } from "./vocabulary.ts";

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

  /** Records an event and folds it in at once. */
  emit(event: Event): void {
    this.events.push(event);
    this.state = evolve(this.state, event);
  }
}
