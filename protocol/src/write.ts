import type { ArraySchema, MapSchema, Schema } from "@colyseus/schema";
import type { PlainFields } from "./synced.ts";

/*
 * Writers of synced state that touch only what changed. Of the ways to change a list they use only those that never
 * desynced a client: setting single values of a list whose length stays, or removing and pushing (docs/colyseus.md).
 */

/** Sets all plain fields of a schema instance. A field that is missing in `values` does not compile. */
export function writeFields<S extends Schema>(target: S, values: PlainFields<S>): void {
  for (const name of Object.keys(values) as (keyof S & keyof PlainFields<S>)[]) {
    const value = values[name];
    if (target[name] !== value) target[name] = value;
  }
}

/** Makes a map of primitives hold these values under these keys; an empty map gets them in this order. */
export function writeMap<V extends string | number | boolean>(
  target: MapSchema<V>,
  values: { readonly [key: string]: V },
): void {
  for (const key of target.keys()) {
    if (!Object.hasOwn(values, key)) target.delete(key);
  }
  for (const [key, value] of Object.entries(values)) {
    if (target.get(key) !== value) target.set(key, value);
  }
}

/** Sets one index of a list of primitives: an existing one, or the next after the last. */
export function writeIndex<V extends string | number>(target: ArraySchema<V>, index: number, value: V): void {
  if (index === target.length) target.push(value);
  else if (target[index] !== value) target[index] = value;
}

/** Makes a list of primitives hold these values: index by index if the length stays, else cleared and filled. */
export function writeList<V extends string | number>(target: ArraySchema<V>, values: readonly V[]): void {
  if (target.length !== values.length) {
    if (target.length > 0) target.clear();
    target.push(...values);
    return;
  }
  values.forEach((value, i) => writeIndex(target, i, value));
}

/** Makes a list of distinct primitives hold these values: removes missing ones and appends new ones. */
export function writeQueue<V extends string | number>(target: ArraySchema<V>, values: readonly V[]): void {
  const wanted = new Set(values);
  for (let i = target.length - 1; i >= 0; i--) {
    const held = target[i];
    if (held !== undefined && !wanted.has(held)) target.splice(i, 1);
  }
  const kept = target.length;
  const inOrder = [...target].every((held, i) => held === values[i]);
  if (inOrder) {
    if (values.length > kept) target.push(...values.slice(kept));
    return;
  }
  target.clear();
  target.push(...values);
}

/** A writer for each part of a table; a part without one does not compile. */
export type PartWriters<Table, State> = {
  readonly [P in keyof Table]: (state: State, table: Table, before: Table | null) => void;
};

/** Builds the function that calls the writers of the parts that are another value than in `before` (`null`: of all). */
// #__NO_SIDE_EFFECTS__
export function tableWriter<Table, State>(
  writers: PartWriters<Table, State>,
): (state: State, table: Table, before: Table | null) => void {
  const parts = Object.keys(writers) as (keyof Table)[];
  return (state, table, before) => {
    for (const part of parts) if (table[part] !== before?.[part]) writers[part](state, table, before);
  };
}
