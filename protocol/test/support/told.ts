import { ArraySchema, MapSchema, Schema } from "@colyseus/schema";

/** A path to a field, e.g. `table`, `turn`, `seat`. */
export type Path = readonly string[];

/** Copies synced state as plain objects, with maps and lists as JavaScript has them. */
export function plain(value: unknown): unknown {
  if (value instanceof MapSchema) {
    return new Map([...value.entries()].map(([key, each]): [string, unknown] => [String(key), plain(each)]));
  }
  if (value instanceof ArraySchema) return [...value];
  if (!(value instanceof Schema)) return value;
  return Object.fromEntries(
    fieldsOf(value).map((name): [string, unknown] => [name, plain(Reflect.get(value, name))]),
  );
}

function fieldsOf(state: Schema): string[] {
  return Object.keys(state.toJSON());
}

/** Lists the paths of all fields of plain state: those of a map's values once each, under any key. */
export function pathsOf(value: unknown, path: Path = []): Path[] {
  if (value instanceof Map)
    return [...value.entries()].flatMap(([key, each]) => pathsOf(each, [...path, key]));
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => [
    [...path, name],
    ...pathsOf(each, [...path, name]),
  ]);
}

/** Copies plain state without the field at a path: the server does not know it. */
export function without(value: unknown, [name, ...rest]: Path): unknown {
  if (name === undefined) return value;
  if (value instanceof Map) return new Map(value).set(name, without(value.get(name), rest));
  if (typeof value !== "object" || value === null) return value;
  const { [name]: field, ...others } = value as Record<string, unknown>;
  return rest.length === 0 ? others : { ...value, [name]: without(field, rest) };
}

/** Copies plain state with another value of the field at a path. */
export function withValue(value: unknown, [name, ...rest]: Path, field: unknown): unknown {
  if (name === undefined) return field;
  if (value instanceof Map) return new Map(value).set(name, withValue(value.get(name), rest, field));
  return { ...(value as object), [name]: withValue(Reflect.get(value as object, name), rest, field) };
}

/** Copies plain state with a field of a later version in every object. */
export function withMore(value: unknown): unknown {
  if (value instanceof Map) return new Map([...value.entries()].map(([key, each]) => [key, withMore(each)]));
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const fields = Object.entries(value).map(([name, each]) => [name, withMore(each)]);
  return { ...Object.fromEntries(fields), unheardOf: { of: "anything" } };
}

/** Returns the value of plain state at a path. */
export function valueAt(state: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, name) => (value instanceof Map ? value.get(name) : Reflect.get(Object(value), name)),
    state,
  );
}
