import { use } from "react";

interface Load<Value> {
  readonly promise: Promise<Value>;
  state: "loading" | "loaded" | "failed";
}

/** Makes every failed load be forgotten. */
const forgetters = new Set<() => void>();

/** What loads failed with. */
const failures = new WeakSet<object>();

/**
 * Loads something once for each key. A component that draws it never repeats a load that failed, for it would do so without
 * end: the viewer asks for that (`forgetFailedLoads`).
 */
export class LoadOnce<Key extends string, Value> {
  readonly #load: (key: Key) => Promise<Value>;
  readonly #loads = new Map<Key, Load<Value>>();

  constructor(load: (key: Key) => Promise<Value>) {
    this.#load = load;
    forgetters.add(() => this.#forgetFailed());
  }

  /** The keys whose loads have not failed. */
  get keys(): readonly Key[] {
    return [...this.#loads].filter(([, { state }]) => state !== "failed").map(([key]) => key);
  }

  /** Loads what belongs to a key, unless it is loaded already. A load that failed is repeated. */
  load(key: Key): Promise<Value> {
    if (this.#loads.get(key)?.state === "failed") this.#loads.delete(key);
    return this.#loadOnce(key).promise;
  }

  /** Returns what belongs to a key, for a component. Suspends while it is loaded, and throws what its load failed with. */
  readonly use = (key: Key): Value => use(this.#loadOnce(key).promise);

  #loadOnce(key: Key): Load<Value> {
    const known = this.#loads.get(key);
    if (known !== undefined) return known;
    const load: Load<Value> = { promise: this.#load(key), state: "loading" };
    this.#loads.set(key, load);
    void this.#follow(load);
    return load;
  }

  async #follow(load: Load<Value>): Promise<void> {
    try {
      const value = await load.promise;
      load.state = "loaded";
      // So marked, it does not suspend a component: a suspended part is hidden, and loses the focus.
      void Object.assign(load.promise, { status: "fulfilled", value });
    } catch (error) {
      load.state = "failed";
      if (typeof error === "object" && error !== null) failures.add(error);
    }
  }

  #forgetFailed(): void {
    for (const [key, { state }] of this.#loads) {
      if (state === "failed") this.#loads.delete(key);
    }
  }
}

/** Makes components try again to load what they could not. */
export function forgetFailedLoads(): void {
  for (const forget of forgetters) forget();
}

/** Whether something was thrown because a part of the page could not be loaded. */
export function isFailedLoad(error: unknown): boolean {
  return typeof error === "object" && error !== null && failures.has(error);
}
