import type { Request } from "express";
import type { z } from "zod";
import { parseBody } from "../../../../server/src/http/request.ts";

/** The most bytes of a message, of the body of a request and of an MQTT packet; a request's head has 8 KB. */
export const MOST_BYTES = 4096;

/** A way in for strangers' bytes. */
export interface Format {
  readonly name: string;
  /** What honest clients send, and what was found once, before it is written as bytes. */
  readonly seeds: readonly unknown[];
  /** Writes a value as bytes. */
  readonly write: (value: unknown) => Uint8Array;
  /** Reads bytes as the project does, until it knows what they ask for. It may throw. */
  readonly read: (bytes: Buffer) => unknown;
  /** ms that reading may take. Default 2. */
  readonly most?: number;
}

export const asJson = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value) ?? "");
export const asText = (value: unknown): Uint8Array =>
  Buffer.from(typeof value === "string" ? value : asJson(value));

/** A body as a route reads it. */
export function body<P>(
  name: string,
  format: z.ZodType<P>,
  seeds: readonly unknown[],
  use: (read: P) => unknown = () => {},
) {
  const read = (bytes: Buffer) => use(parseBody(format, { body: bytes.toString() } as Request));
  return { name: `HTTP body: ${name}`, seeds, write: asJson, read };
}
