import { expect } from "vitest";

/** Expects the same JSON, byte for byte. JSON is written only if the values do not obviously agree. */
export function expectSameBytes(found: unknown, expected: unknown): void {
  if (!isPlainlySame(found, expected)) expect(JSON.stringify(found)).toBe(JSON.stringify(expected));
}

/** Returns whether two values have the same fields in the same order at every depth. Shared parts are not compared. */
function isPlainlySame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  const otherKeys = Object.keys(other);
  return (
    keys.length === otherKeys.length &&
    keys.every(
      (key, at) => key === otherKeys[at] && isPlainlySame(Reflect.get(one, key), Reflect.get(other, key)),
    )
  );
}
