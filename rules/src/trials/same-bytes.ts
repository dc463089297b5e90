import { shortJson } from "./failure.ts";

/**
 * Requires the same JSON, byte for byte. JSON is written only if the values do not obviously agree.
 * @param what names what was found, as the subject of a sentence; called only if they differ
 * @throws Error that names the first place where they differ, and both values there
 */
export function requireSameBytes(found: unknown, expected: unknown, what: () => string): void {
  if (isPlainlySame(found, expected)) return;
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one === other) return;
  throw new Error(`${what()} ${findDifference(parse(one), parse(other), "")}`);
}

/** JSON has no text for a function or `undefined`. */
function parse(text: string | undefined): unknown {
  return text === undefined ? undefined : JSON.parse(text);
}

/** Describes the first difference of two JSON values, which there is. @param path of the two, `""` for all of it */
function findDifference(found: unknown, expected: unknown, path: string): string {
  const place = path === "" ? "" : ` in ${path.slice(1)}`;
  if (!isObject(found) || !isObject(expected) || Array.isArray(found) !== Array.isArray(expected))
    return `has ${shortJson(found)}${place}, but ${shortJson(expected)} is expected`;
  for (const [name, value] of Object.entries(expected)) {
    if (!Object.hasOwn(found, name)) return `lacks ${name}${place}`;
    const inner = Reflect.get(found, name);
    if (JSON.stringify(inner) !== JSON.stringify(value))
      return findDifference(inner, value, `${path}.${name}`);
  }
  const more = Object.keys(found).find((name) => !Object.hasOwn(expected, name));
  return more === undefined
    ? `has its fields in another order${place}: ${Object.keys(found).join(", ")}`
    : `has ${more}${place}, which is not expected`;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
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
  if (Array.isArray(one) && Array.isArray(other)) {
    // `every` of the list itself would pass over holes.
    return one.length === other.length && Array.from(one).every((item, at) => isPlainlySame(item, other[at]));
  }
  const keys = Object.keys(one);
  const otherKeys = Object.keys(other);
  if (keys.length !== otherKeys.length) return false;
  for (const [at, key] of keys.entries()) {
    if (key !== otherKeys[at]) return false;
    if (!isPlainlySame(one[key as keyof typeof one], other[key as keyof typeof other])) return false;
  }
  return true;
}
