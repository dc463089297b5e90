import type { BySlot } from "./types.ts";

/** A predicate over an unknown value with the JSON Schema of the values that pass. */
export interface Check<T> {
  (value: unknown): value is T;
  readonly schema: Schema;
}
export type Schema = Readonly<Record<string, unknown>>;
/** A check for each field of an object. */
export type Shape = Readonly<Record<string, Check<unknown>>>;

/** The type of the values that pass a check or shape. Fields checked by `optional` may be absent. */
export type Checked<S> =
  S extends Check<infer T>
    ? T
    : { readonly [K in keyof S as undefined extends Checked<S[K]> ? never : K]: Checked<S[K]> } & {
        readonly [K in keyof S as undefined extends Checked<S[K]> ? K : never]?: Exclude<
          Checked<S[K]>,
          undefined
        >;
      };

export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function check<T>(schema: Schema, passes: (value: unknown) => boolean): Check<T> {
  return Object.assign((value: unknown): value is T => passes(value), { schema });
}

export const isBoolean: Check<boolean> = check({ type: "boolean" }, (value) => typeof value === "boolean");

/** Checks for an integer from `min` to `max`, both included. */
export function integer(min: number, max: number): Check<number> {
  const schema = { type: "integer", minimum: min, maximum: max };
  return check(schema, (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max);
}

/** Checks for a string of `min` to `max` UTF-16 units. */
export function text(max: number, min = 0): Check<string> {
  const schema = { type: "string", minLength: min, maxLength: max };
  return check(schema, (value) => typeof value === "string" && value.length >= min && value.length <= max);
}

export function matching(pattern: RegExp): Check<string> {
  const schema = { type: "string", pattern: pattern.source };
  return check(schema, (value) => typeof value === "string" && pattern.test(value));
}

export const U32 = 0xffff_ffff;
export const u32: Check<number> = integer(0, U32);
/** A boot or an epoch. */
export const hexId: Check<string> = matching(/^[0-9a-fA-F]{8,16}$/);

/** Gives a check's schema a title, after which programs generated from it name its type. */
export function titled<T>(title: string, given: Check<T>): Check<T> {
  return check({ title, ...given.schema }, given);
}

export function perSlot<T>(each: Check<T>): Check<BySlot<T>> {
  const schema = objectSchema({ h: each, t: each });
  return check(schema, (value) => isObject(value) && each(value.h) && each(value.t));
}

export function oneOf<const T>(values: readonly T[]): Check<T> {
  const schema = values.length === 1 ? { const: values[0] } : { enum: values };
  return check(schema, (value) => values.some((known) => known === value));
}

export function listOf<T>(each: Check<T>, max: number): Check<readonly T[]> {
  const schema = { type: "array", items: each.schema, maxItems: max };
  return check(
    schema,
    (value) => Array.isArray(value) && value.length <= max && value.every((entry) => each(entry)),
  );
}

export function optional<T>(given: Check<T>): Check<T | undefined> {
  return Object.assign(
    check<T | undefined>(given.schema, (value) => value === undefined || given(value)),
    { optional: true },
  );
}

export function nullable<T>(given: Check<T>): Check<T | null> {
  const schema = { oneOf: [given.schema, { type: "null" }] };
  return check(schema, (value) => value === null || given(value));
}

/** Checks an object's own fields; further fields are allowed. */
export function shaped<S extends Shape>(shape: S): Check<Checked<S>> {
  return check(objectSchema(shape), (value) => isObject(value) && findWrongField(value, shape) === null);
}

/** Returns the JSON Schema of an object with these fields. Those checked by `optional` are not required. */
export function objectSchema(shape: Shape): Schema {
  const fields = Object.entries(shape);
  return {
    type: "object",
    required: fields.filter(([, field]) => !("optional" in field)).map(([name]) => name),
    properties: Object.fromEntries(fields.map(([name, field]) => [name, field.schema])),
  };
}

/** Returns the name of the first field that does not pass, `null` if all do. */
export function findWrongField(value: Json, shape: Shape): string | null {
  for (const [field, check] of Object.entries(shape)) {
    if (!check(Object.hasOwn(value, field) ? value[field] : undefined)) return field;
  }
  return null;
}
