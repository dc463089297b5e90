import type { RefusalBody } from "@flower-war/protocol";

/** Refusal codes of the SDK itself, for requests that no server answered. */
export const CONNECTION_CODES = {
  unreachable: "no Flower War server answered at this address",
  timeout: "the server did not answer in time; a command may or may not have been played",
  closed: "the connection is closed, or closed before the answer came",
  "unknown-game": "the server plays a game that this version of the SDK does not know",
} as const;
export type ConnectionCode = keyof typeof CONNECTION_CODES;

/**
 * The error with which every promise of this SDK rejects. Decide by `code`, never by `message`. The code is one of the
 * game's own (`REFUSALS` of `@flower-war/client-sdk/flower-war`, canon section 14), one of `REFUSAL_CODES`
 * (`@flower-war/client-sdk/protocol`), or one of `CONNECTION_CODES`. A refused command has changed nothing, unless the code
 * is `closed`, `timeout` or `internal`: then its outcome is unknown.
 */
export class Refusal extends Error implements RefusalBody {
  override readonly name = "Refusal";
  declare readonly code: string;
  /** The field or option of the request that is at fault. */
  declare readonly field?: string;
  /** Milliseconds until it makes sense to try again. */
  declare readonly wait?: number;
  /** With `banned`: the operator's reason. */
  declare readonly reason?: string;
  /** With `banned`: when the ban ends, ms since 1970. */
  declare readonly until?: number;

  constructor({ message, ...details }: RefusalBody, options?: ErrorOptions) {
    super(message, options);
    Object.assign(this, details);
  }
}

/** Builds a refusal of the SDK itself. */
export function connectionRefusal(code: ConnectionCode, cause?: unknown): Refusal {
  return new Refusal({ code, message: CONNECTION_CODES[code] }, { cause });
}

/** Parses a `RefusalBody` that came over the wire; `null` if it is not one. */
export function parseRefusalBody(value: unknown): RefusalBody | null {
  if (typeof value !== "object" || value === null) return null;
  const { code, message, field, wait, reason, until } = value as {
    readonly [K in keyof RefusalBody]?: unknown;
  };
  if (typeof code !== "string" || code === "") return null;
  return {
    code,
    message: typeof message === "string" ? message : code,
    ...(typeof field === "string" && { field }),
    ...(typeof wait === "number" && { wait }),
    ...(typeof reason === "string" && { reason }),
    ...(typeof until === "number" && { until }),
  };
}
