import { endedBy } from "./ending.ts";
import type { Event } from "./events.ts";
import { folded } from "./evolve.ts";
import type { Step } from "./flow.ts";
import type { State } from "./state.ts";
import type { Seat, Table } from "./vocabulary.ts";

/**
 * A command being played: the facts so far, the state they make, and what is still to be done. `decide` opens one for
 * each command and keeps nothing of it but the facts.
 */
export class Play {
  readonly events: Event[] = [];
  /** Before, between and after the facts. */
  readonly states: State[];
  state: State;
  /** The last one is next, as in the state. */
  flow: Step[];

  constructor(state: State) {
    this.state = state;
    this.states = [state];
    this.flow = [...state.flow];
  }

  get table(): Table {
    return this.state.table;
  }

  /** The active seat. */
  get active(): Seat {
    return this.table.turn.seat;
  }

  get over(): boolean {
    return this.table.outcome !== null;
  }

  /**
   * A fact, folded in at once, and the match's end with it where it is one. After the end nothing happens any more:
   * "nothing that was pending is done" (canon section 9).
   */
  happen(event: Event): void {
    if (this.over) return;
    this.events.push(event);
    this.state = folded(this.state, event);
    this.states.push(this.state);
    const outcome = endedBy(event, this.state);
    if (outcome !== null) this.happen({ type: "ended", outcome });
  }

  /** Puts steps on top of the flow, the first of them to be done first. */
  next(...steps: readonly Step[]): void {
    for (let at = steps.length - 1; at >= 0; at -= 1) {
      const step = steps[at];
      if (step !== undefined) this.flow.push(step);
    }
  }
}
