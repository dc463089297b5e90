type Signatures<S> = { [Name in keyof S]: (...args: never[]) => void };

/** Listeners by event name. One that throws is reported on the console and disturbs nobody else. */
export class Listeners<S extends Signatures<S>> {
  readonly #sets: { [Name in keyof S]?: Set<S[Name]> } = {};

  /** Returns the function that stops listening. The same function added twice is called once. */
  on<Name extends keyof S>(name: Name, listener: S[Name]): () => void {
    const set = (this.#sets[name] ??= new Set());
    set.add(listener);
    return () => {
      set.delete(listener);
    };
  }

  emit<Name extends keyof S>(name: Name, ...args: Parameters<S[Name]>): void {
    const present = Array.from(this.#sets[name] ?? []);
    for (const listener of present) {
      try {
        listener(...args);
      } catch (error) {
        console.error(`a listener of "${String(name)}" threw`, error);
      }
    }
  }
}
