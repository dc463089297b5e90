import type { Fault } from "./protocol.ts";

/** Codes that this SDK gives by itself, when no server answered. */
export const CONNECTION_CODES = {
  unreachable: "no server answered, or what answered was not a Flower War server",
  timeout: "the server did not answer in time; a command may or may not have been played",
  closed: "the connection is closed, or closed before the answer came",
  "unknown-game": "the server plays a game that this version of the SDK does not know",
} as const;
export type ConnectionCode = keyof typeof CONNECTION_CODES;

/**
 * Every promise of this SDK that fails rejects with a `Refusal`. Decide by `code`, never by `message`: it is one of
 * the game's own refusals (`REFUSALS` of `@flower-war/client-sdk/flower-war`, canon section 14), one of `CODES`
 * (`@flower-war/client-sdk/protocol`), or one of `CONNECTION_CODES`. A refused command has changed nothing.
 */
export class Refusal extends Error implements Fault {
  override readonly name = "Refusal";
  readonly code: string;
  /** What was at fault: a field or an option of the request. */
  declare readonly field?: string;
  /** ms until it makes sense to ask again. */
  declare readonly wait?: number;

  constructor(fault: Fault, options?: ErrorOptions) {
    super(fault.message, options);
    this.code = fault.code;
    if (fault.field !== undefined) this.field = fault.field;
    if (fault.wait !== undefined) this.wait = fault.wait;
  }
}

/** A refusal that this SDK gives by itself. */
export function connectionRefusal(code: ConnectionCode, cause?: unknown): Refusal {
  return new Refusal({ code, message: CONNECTION_CODES[code] }, { cause });
}

/** Reads a `Fault` that came over the wire; `null` when it is none. */
export function readFault(value: unknown): Fault | null {
  if (typeof value !== "object" || value === null) return null;
  const { code, message, field, wait } = value as { readonly [K in keyof Fault]?: unknown };
  if (typeof code !== "string" || code === "") return null;
  return {
    code,
    message: typeof message === "string" ? message : code,
    ...(typeof field === "string" ? { field } : {}),
    ...(typeof wait === "number" ? { wait } : {}),
  };
}
