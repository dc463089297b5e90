import type { BySlot } from "./types.ts";

/** A predicate over an unknown value; a shape is one per field. */
export type Check<T> = (value: unknown) => value is T;
export type Shape = Readonly<Record<string, Check<unknown>>>;

/** The value that a check or shape lets through; fields checked by `optional` may be absent. */
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

export const isBoolean: Check<boolean> = (value) => typeof value === "boolean";

export function integer(min: number, max: number): Check<number> {
  return (value): value is number => Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
}

export function text(max: number, min = 0): Check<string> {
  return (value): value is string => typeof value === "string" && value.length >= min && value.length <= max;
}

export function matching(pattern: RegExp): Check<string> {
  return (value): value is string => typeof value === "string" && pattern.test(value);
}

export const U32 = 0xffff_ffff;
export const u32: Check<number> = integer(0, U32);
/** A boot or an epoch. */
export const hexId: Check<string> = matching(/^[0-9a-f]{8,16}$/i);

export function perSlot<T>(check: Check<T>): Check<BySlot<T>> {
  return (value): value is BySlot<T> => isObject(value) && check(value.h) && check(value.t);
}

export function oneOf<const T>(values: readonly T[]): Check<T> {
  return (value): value is T => values.some((known) => known === value);
}

export function listOf<T>(check: Check<T>, max: number): Check<readonly T[]> {
  return (value): value is readonly T[] =>
    Array.isArray(value) && value.length <= max && value.every((entry) => check(entry));
}

export function optional<T>(check: Check<T>): Check<T | undefined> {
  return (value): value is T | undefined => value === undefined || check(value);
}

export function nullable<T>(check: Check<T>): Check<T | null> {
  return (value): value is T | null => value === null || check(value);
}

/** An object whose own fields pass their checks; further fields are let through. */
export function shaped<S extends Shape>(shape: S): Check<Checked<S>> {
  return (value): value is Checked<S> => isObject(value) && firstWrong(value, shape) === null;
}

/** The name of the first field that does not pass, `null` when all do. */
export function firstWrong(value: Json, shape: Shape): string | null {
  for (const [field, check] of Object.entries(shape)) {
    if (!check(Object.hasOwn(value, field) ? value[field] : undefined)) return field;
  }
  return null;
}
