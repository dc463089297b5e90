import type { StudyPosition } from "@flower-war/client-sdk/study";
import { Store } from "../base/store.ts";
import type { StudyStore } from "./study-store.ts";
import { isAt } from "./use-whereabouts.ts";

/** The viewer's presses on places: one after the other, none is lost. */
export class Marking {
  /** Why the last one was refused; `null`: it was not. */
  readonly error = new Store<unknown>(null);
  readonly #study: StudyStore;
  #last: Promise<void> = Promise.resolve();

  constructor(study: StudyStore) {
    this.#study = study;
  }

  /** Sets the viewer's mark on a place, or removes it, after all earlier presses. Resolves when that is done or refused. */
  press(place: string, at: StudyPosition): Promise<void> {
    this.#last = this.#last.then(() => this.#toggle(place, at));
    return this.#last;
  }

  async #toggle(place: string, at: StudyPosition): Promise<void> {
    const study = this.#study;
    const own = study.content.marks.find(
      (mark) => mark.place === place && mark.by.player === study.viewer && isAt(mark.at, at),
    );
    this.error.set(null);
    try {
      await (own === undefined ? study.mark(at, place) : study.remove(own.id));
    } catch (reason) {
      this.error.set(reason);
    }
  }
}
