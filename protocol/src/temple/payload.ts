import { type Checked, findWrongField, isObject, type Json, type Shape, shaped } from "./checks.ts";

/** The common parts of all payloads (docs/temple-protocol.md sections 2, 3 and 8): size, JSON, version, fields. */

/** The protocol's major version. */
export const VERSION = 1;
/** The most bytes of a payload, and how deep its objects may nest (T-4). */
export const PAYLOAD = { bytes: 1024, depth: 3 } as const;

/** Why a message is malformed (M-1). */
export type MessageFault = "bad-json" | "bad-field" | "bad-version" | "too-large";

/** A message's value, or its fault; `detail` names the wrong field, `""` if there is none. */
export type Parsed<T> =
  | { readonly value: T; readonly fault?: undefined }
  | { readonly value?: undefined; readonly fault: MessageFault; readonly detail: string };

/** Parses a payload as a whole or not at all (M-1). `parseFields` parses the fields of this kind of message. */
export function readPayload<T>(payload: Uint8Array, parseFields: (fields: Json) => Parsed<T>): Parsed<T> {
  if (payload.byteLength > PAYLOAD.bytes) return { fault: "too-large", detail: "" };
  const value = parseJson(payload);
  if (!isObject(value) || depth(value) > PAYLOAD.depth) return { fault: "bad-json", detail: "" };
  if (typeof value.v !== "number") return badField("v");
  if (value.v !== VERSION) return { fault: "bad-version", detail: "v" };
  return parseFields(value);
}

/** Serializes a payload of this version. */
export function writePayload(fields: object): string {
  return JSON.stringify({ v: VERSION, ...fields });
}

export function badField(field: string): Parsed<never> {
  return { fault: "bad-field", detail: field };
}

/** Picks the fields of a shape and no others, if all of them pass. */
export function pick<S extends Shape>(fields: Json, shape: S): Parsed<Checked<S>> {
  const names = Object.keys(shape).filter((name) => Object.hasOwn(fields, name));
  const known: Json = Object.fromEntries(names.map((name) => [name, fields[name]]));
  return shaped(shape)(known) ? { value: known } : badField(findWrongField(known, shape) ?? "");
}

/** Continues with a parsed value; a fault is returned unchanged. */
export function andThen<A, B>(parsed: Parsed<A>, next: (value: A) => Parsed<B>): Parsed<B> {
  return parsed.fault === undefined ? next(parsed.value) : parsed;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function parseJson(payload: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(payload));
  } catch {
    return undefined;
  }
}

function depth(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depth));
}
