import type { Time } from "@flower-war/protocol/ports";
import { Temple } from "./temple.ts";

/** The temples that have sent a message since the bridge started. */
export class TempleRegistry {
  readonly #time: Time;
  readonly #byId = new Map<string, Temple>();

  constructor(time: Time) {
    this.#time = time;
  }

  /** Returns the temple with this id, new if there is none. */
  obtain(id: string): Temple {
    const known = this.#byId.get(id);
    if (known !== undefined) return known;
    const temple = new Temple(id, this.#time);
    this.#byId.set(id, temple);
    return temple;
  }

  find(id: string): Temple | null {
    return this.#byId.get(id) ?? null;
  }

  list(): Temple[] {
    return [...this.#byId.values()];
  }

  listOnline(): Temple[] {
    return this.list().filter(({ isOnline }) => isOnline);
  }

  /** Forgets a temple: the next message with its id begins with a new state. */
  remove(temple: Temple): void {
    temple.isForgotten = true;
    this.#byId.delete(temple.id);
  }
}
