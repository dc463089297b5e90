import type { ArraySchema, MapSchema, Schema } from "@colyseus/schema";

/*
 * Synced state is declared once, with the schema builder of `@colyseus/schema`: the server encodes instances of these
 * classes, the SDK's decoder builds its own, and `Synced` is the type under which clients read them.
 *
 * Entities sit in maps and lists hold primitives only: lists of schemas can desync clients (docs/colyseus.md).
 */

/** A synced map, as far as clients read it. */
export interface SyncedMap<V> {
  readonly size: number;
  get(key: string): V | undefined;
  keys(): IterableIterator<string>;
  entries(): IterableIterator<[string, V]>;
  forEach(callback: (value: V, key: string) => void): void;
}

/** A synced list, as far as clients read it. */
export interface SyncedList<V> extends Iterable<V> {
  readonly length: number;
}

/** The readable shape of a schema's instances: fields alone, with maps and lists as above. Plain objects fit it. */
export type Synced<S> =
  S extends MapSchema<infer V>
    ? SyncedMap<Synced<V>>
    : S extends ArraySchema<infer V>
      ? SyncedList<V>
      : S extends Schema
        ? { [K in keyof S as Exclude<K, keyof Schema>]: Synced<S[K]> }
        : S;

/**
 * Synced state as it comes from a server of any version: the fields that it does not know are missing. Who reads it gives each a default,
 * that of the schema, or it does not compile.
 */
export type Told<S> =
  S extends SyncedMap<infer V>
    ? SyncedMap<Told<V>>
    : S extends Iterable<unknown>
      ? S
      : S extends object
        ? { readonly [K in keyof S]?: Told<S[K]> | undefined }
        : S;

/** Returns what a synced list holds; nothing, if it is missing. */
export function listOf<V>(list: Iterable<V> | undefined): V[] {
  return [...(list ?? [])];
}

/** Returns what a synced map holds; nothing, if it is missing. */
export function entriesOf<V>(map: Pick<SyncedMap<V>, "entries"> | undefined): [string, V][] {
  return [...(map?.entries() ?? [])];
}

/** The fields of a schema that hold plain values. */
export type PlainFields<S> = {
  [K in keyof S as S[K] extends string | number | boolean ? Exclude<K, keyof Schema> : never]: S[K];
};

/**
 * Calls `declare`. Bundlers drop a declaration wrapped in it when no code uses it, so that a page that only reads synced
 * state carries no schema classes.
 */
// #__NO_SIDE_EFFECTS__
export function pure<T>(declare: () => T): T {
  return declare();
}
