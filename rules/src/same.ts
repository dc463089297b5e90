/**
 * Returns whether two values are the same JSON, in any order of keys. A field that is `undefined` counts as missing.
 */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a) && Array.isArray(b) && a.length !== b.length) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => same(ownField(a, key), ownField(b, key)));
}

function ownField(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

/** Returns the first place at which two lists differ; `null` if they are the same. */
export function firstDifference(
  expected: readonly unknown[],
  found: readonly unknown[],
): { readonly expected: unknown; readonly found: unknown } | null {
  const length = Math.max(expected.length, found.length);
  for (let i = 0; i < length; i += 1) {
    if (!same(expected[i], found[i])) return { expected: expected[i], found: found[i] };
  }
  return null;
}
