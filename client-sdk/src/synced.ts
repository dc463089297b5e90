/** The part of `MapSchema` that a reader needs. */
export interface SyncedMap<V> {
  readonly size: number;
  get(key: string): V | undefined;
  keys(): IterableIterator<string>;
  entries(): IterableIterator<[string, V]>;
  forEach(callback: (value: V, key: string) => void): void;
}

/** The part of `ArraySchema` that a reader needs. */
export interface SyncedList<V> extends Iterable<V> {
  readonly length: number;
}
