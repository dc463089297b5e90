/**
 * Requires the same JSON, byte for byte. JSON is written only if the values do not obviously agree.
 * @throws Error with both texts
 */
export function requireSameBytes(found: unknown, expected: unknown): void {
  if (isPlainlySame(found, expected)) return;
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) throw new Error(`these bytes differ:\n  ${one}\n  ${other}`);
}

/** Freezes a value with all that it holds, so that changing it throws. Returns it. */
export function deepFreeze<V>(value: V): V {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
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
