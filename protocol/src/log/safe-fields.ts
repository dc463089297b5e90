/**
 * Values as log lines hold them: whatever a client, a temple or a stranger has sent stays on one line, in one field and
 * short. Strings are escaped and cut, errors and objects become plain ones of a limited size.
 */

/** Characters of a string that a line holds; how many more there were is said. */
const MAX_TEXT = 200;
/** Items of an array and fields of an object. */
const MAX_ITEMS = 20;
/** Objects inside each other. */
const MAX_DEPTH = 4;
/** Values of one line, at any depth. */
const MAX_VALUES = 200;
/** Frames of a stack. */
const MAX_FRAMES = 10;

/**
 * Characters that a terminal or a viewer obeys instead of showing them: controls (ESC, C1, line breaks), bidirectional and
 * other invisible marks, line and paragraph separators, lone surrogates.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const EACH_UNSAFE = new RegExp(UNSAFE, "gu");

/** The rest of a character at the end of a string that was cut within it. */
const HALF_CHARACTER = /[\ud800-\udbff]$/;

/** Returns a text with its first 200 characters, the unsafe ones as `\u{1b}`, and how many more there were. */
export function safeText(text: string): string {
  const cut = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT).replace(HALF_CHARACTER, "") : text;
  const escaped = UNSAFE.test(cut) ? cut.replace(EACH_UNSAFE, escape) : cut;
  return cut === text ? escaped : `${escaped}... (${text.length - cut.length} more)`;
}

function escape(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

/** Returns the fields of a line with safe values: pino's formatter `log`. */
export function safeFields(fields: object): Record<string, unknown> {
  return copyFields(fields, 0, { values: MAX_VALUES });
}

/** How many values a line may still have. */
interface Budget {
  values: number;
}

function copyFields(object: object, depth: number, budget: Budget): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  const names = Object.keys(object);
  for (const name of names.slice(0, MAX_ITEMS)) {
    copy[safeText(name)] = copyValue(readField(object, name), depth, budget);
  }
  if (names.length > MAX_ITEMS) copy["..."] = `${names.length - MAX_ITEMS} more`;
  return copy;
}

function readField(object: object, name: string): unknown {
  try {
    return (object as Record<string, unknown>)[name];
  } catch {
    return "[unreadable]";
  }
}

function copyValue(value: unknown, depth: number, budget: Budget): unknown {
  budget.values -= 1;
  switch (typeof value) {
    case "string":
      return safeText(value);
    case "bigint":
      return safeText(String(value));
    case "function":
    case "symbol":
      return undefined;
    case "object":
      if (value === null) return null;
      if (depth >= MAX_DEPTH || budget.values < 0) return Array.isArray(value) ? "[array]" : "[object]";
      return copyObject(value, depth + 1, budget);
    case "boolean":
    case "number":
    case "undefined":
      return value;
  }
}

function copyObject(value: object, depth: number, budget: Budget): unknown {
  if (value instanceof Error) return describeError(value, depth, budget);
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof Map || value instanceof Set) return `[${value.size} items]`;
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_ITEMS).map((item) => copyValue(item, depth, budget));
    return value.length > MAX_ITEMS ? [...items, `... (${value.length - MAX_ITEMS} more)`] : items;
  }
  const toJson = readField(value, "toJSON");
  if (typeof toJson !== "function") return copyFields(value, depth, budget);
  try {
    return copyValue(toJson.call(value), depth, budget);
  } catch {
    return "[unreadable]";
  }
}

interface ErrorFields {
  readonly name: unknown;
  readonly message: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** Describes an error: type, message, its own fields, the places in its stack, and its causes. */
function describeError(error: Error, depth: number, budget: Budget): Record<string, unknown> {
  // Anything may have been assigned to them.
  const { name, message: text, cause, errors } = error as ErrorFields;
  const type = safeText(error.constructor.name || String(name));
  const message = safeText(String(text));
  return {
    type,
    message,
    stack: [`${type}: ${message}`, ...framesOf(error)].join("\n"),
    ...copyFields(error, depth, budget),
    ...(cause !== undefined && { cause: copyValue(cause, depth, budget) }),
    ...(errors !== undefined && { errors: copyValue(errors, depth, budget) }),
  };
}

/** Lists the places in a stack, which come after the message. */
function framesOf({ stack, message }: Error): string[] {
  if (typeof stack !== "string" || typeof message !== "string") return [];
  const end = stack.indexOf(message) + message.length;
  const frames = stack
    .slice(end, end + 20 * MAX_TEXT)
    .split("\n")
    .filter((line) => /^ +at /.test(line));
  return frames.slice(0, MAX_FRAMES).map((frame) => `    ${safeText(frame.trim())}`);
}
