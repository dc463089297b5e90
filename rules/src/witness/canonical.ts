import canonicalize from "canonicalize";

/**
 * Returns the one form in which a value is hashed, signed and recorded: JSON by RFC 8785, keys sorted, nothing between them. A field
 * that is `undefined` is left out.
 * @param value plain: no function, no circle
 * @throws Error for anything that is no JSON, as a lone surrogate or NaN
 */
export function canonical(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error("this value is no JSON");
  return text;
}
