import { expect } from "vitest";

/** Demands the same JSON, byte for byte. It is only written where that is not plain to see. */
export function expectSameBytes(found: unknown, expected: unknown): void {
  if (!isPlainlySame(found, expected)) expect(JSON.stringify(found)).toBe(JSON.stringify(expected));
}

/** Whether two values have the same fields in the same order all through; what they share is not looked at. */
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
