import type { ArraySchema, MapSchema, Schema } from "@colyseus/schema";

/*
 * Writes into synced state that touch only what changed. Of the ways to change a list only those are used that were
 * never found to leave a client behind: setting single values of a list whose length stays, or removing and pushing.
 */

/** Gives fields of a schema these values. */
export function writeFields<S extends Schema>(target: S, values: Partial<S>): void {
  for (const name of Object.keys(values) as (keyof S)[]) {
    const value = values[name];
    if (value !== undefined && target[name] !== value) target[name] = value;
  }
}

/** Makes a map of primitives hold these values under these keys, in this order if it was empty. */
export function writeMap<V extends string | number | boolean>(
  target: MapSchema<V>,
  values: { readonly [key: string]: V },
): void {
  for (const key of target.keys()) {
    if (!(key in values)) target.delete(key);
  }
  for (const [key, value] of Object.entries(values)) {
    if (target.get(key) !== value) target.set(key, value);
  }
}

/** Makes a list of primitives hold this value in this place: one that it has, or the next. */
export function writePlace<V extends string | number>(target: ArraySchema<V>, place: number, value: V): void {
  if (place === target.length) target.push(value);
  else if (target[place] !== value) target[place] = value;
}

/** Makes a list of primitives hold these values, place by place if the length stays, anew if not. */
export function writeList<V extends string | number>(target: ArraySchema<V>, values: readonly V[]): void {
  if (target.length !== values.length) {
    if (target.length > 0) target.clear();
    target.push(...values);
    return;
  }
  values.forEach((value, i) => writePlace(target, i, value));
}

/** Makes a list of distinct primitives hold these values: takes out what is gone and adds what is new at the end. */
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
