import { useSyncExternalStore } from "react";

/** A value that components follow. */
export class Store<Value> {
  #value: Value;
  readonly #listeners = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  readonly get = (): Value => this.#value;

  set(value: Value): void {
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }

  /** Calls back with every change; returns the function that stops it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns the value to a component, and renders it again when the value changes. */
  readonly use = (): Value => useSyncExternalStore(this.subscribe, this.get);
}
