import { ChanceReader } from "../chance.ts";
import { findOutcome } from "./ending.ts";
import type { Event } from "./events.ts";
import { apply, type Draft, draftOf } from "./evolve.ts";
import type { Step } from "./flow.ts";
import type { State } from "./state.ts";
import type { Seat, Table } from "./vocabulary.ts";

/**
 * One command while it is being decided: the events so far, the state that they lead to, and the steps still to be
 * done.
 */
export class Play {
  readonly events: Event[] = [];
  readonly state: Draft;
  /** The steps still to be done; the last one is next, as in the state. */
  flow: Step[];

  constructor(state: State) {
    this.state = draftOf(state);
    this.flow = [...state.flow];
  }

  get table(): Table {
    return this.state.table;
  }

  /** The active seat. */
  get active(): Seat {
    return this.table.turn.seat;
  }

  get isOver(): boolean {
    return this.table.outcome !== null;
  }

  /**
   * Records an event and folds it in at once, followed by the match's end if the event causes it. After the end further
   * events are dropped: "nothing that was pending is done" (canon section 9).
   */
  emit(event: Event): void {
    if (this.isOver) return;
    this.events.push(event);
    apply(this.state, event);
    const outcome = findOutcome(event, this.state);
    if (outcome !== null) this.emit({ type: "ended", outcome });
  }

  /** Opens the chance stream at the match's position. The event of the draw must carry the reader's position. */
  readChance(): ChanceReader {
    const { seed, chance, block } = this.state.hidden;
    return new ChanceReader(seed, chance, block);
  }

  /** Puts steps on top of the flow; the first of them runs first. */
  schedule(...steps: readonly Step[]): void {
    for (let at = steps.length - 1; at >= 0; at -= 1) {
      const step = steps[at];
      if (step !== undefined) this.flow.push(step);
    }
  }
}
