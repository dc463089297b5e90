/** A fault in the form of one line. */
export type FormFlaw = "unreadable" | "unknown-field" | "unknown-format" | "not-canonical";

/** Returns what is wrong with a value's form; `null`: nothing. */
export type Form = (value: unknown) => FormFlaw | null;

/** A form of the values for which this is true. */
export const where =
  (holds: (value: unknown) => boolean): Form =>
  (value) =>
    holds(value) ? null : "unreadable";

/** The form of a field that may be missing. */
export const optional =
  (form: Form): Form =>
  (value) =>
    value === undefined ? null : form(value);

/** The form of an object with these fields and no others. */
export const fields =
  (forms: { readonly [name: string]: Form }): Form =>
  (value) => {
    if (!isObject(value)) return "unreadable";
    if (Object.keys(value).some((name) => !Object.hasOwn(forms, name))) return "unknown-field";
    return firstFlaw(Object.entries(forms), ([name, form]) => form(ownField(value, name)));
  };

/** The form of an object whose fields are all named and formed alike. */
export const mapOf =
  (isName: (name: string) => boolean, form: Form): Form =>
  (value) => {
    if (!isObject(value)) return "unreadable";
    return firstFlaw(Object.entries(value), ([name, each]) => (isName(name) ? form(each) : "unknown-field"));
  };

/** The form of a list. */
export const listOf =
  (form: Form): Form =>
  (value) =>
    Array.isArray(value) ? firstFlaw(value, form) : "unreadable";

export const isText = (value: unknown): value is string => typeof value === "string";

/** Whether a value counts something: an integer from 1. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function ownField(value: { readonly [name: string]: unknown }, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function firstFlaw<T>(items: Iterable<T>, flawOf: (item: T) => FormFlaw | null): FormFlaw | null {
  for (const item of items) {
    const flaw = flawOf(item);
    if (flaw !== null) return flaw;
  }
  return null;
}
