type Signatures<S> = { [Name in keyof S]: (...args: never[]) => void };

/** Listeners by event name. An error that one throws is reported on the console; the others are still called. */
export class Listeners<S extends Signatures<S>> {
  readonly #sets: { [Name in keyof S]?: Set<S[Name]> } = {};

  /** Adds a listener and returns the function that removes it. A function added twice is called once. */
  on<Name extends keyof S>(name: Name, listener: S[Name]): () => void {
    const set = (this.#sets[name] ??= new Set());
    set.add(listener);
    return () => {
      set.delete(listener);
    };
  }

  /** Calls the listeners that are present now, in the order in which they were added. */
  emit<Name extends keyof S>(name: Name, ...args: Parameters<S[Name]>): void {
    const present = Array.from(this.#sets[name] ?? []);
    for (const listener of present) {
      try {
        listener(...args);
      } catch (error) {
        console.error(`listener for "${String(name)}" failed`, error);
      }
    }
  }
}
