import type { GameMap, GameName, ProtocolRange, RefusalBody, RefusalCode } from "@flower-war/protocol";
import type { Flaw } from "@flower-war/rules";

/** Refusal codes of the SDK itself, for what no server refused. */
export const CONNECTION_CODES = {
  unreachable: "no Flower War server answered at this address",
  timeout: "no answer in time; a command may have been played",
  closed: "the connection closed before an answer came",
  aborted: "you stopped waiting; the request may have been carried out",
  "not-confirmed": "the temple's pair button was not pressed in time",
  "fairness-broken": "the server changed what it had said of the match's dice",
  "unknown-game": "this version of the SDK does not know the game",
  "server-too-old": "this version of the SDK does not understand the server",
} as const;
export type ConnectionCode = keyof typeof CONNECTION_CODES;

/**
 * Every code that a `Refusal` has: of the server (`REFUSAL_CODES`), of the SDK (`CONNECTION_CODES`), of a game's rules, of a record that
 * cannot be replayed. A newer server may have others: handle one that you do not know as any other refusal.
 */
export type AnyRefusalCode = RefusalCode | ConnectionCode | GameMap[GameName]["refusal"] | Flaw | "bad-study";

/**
 * The error with which every promise of this SDK rejects. Decide by `code`, never by `message`. The code is one of the
 * game's own (`REFUSALS` of `@flower-war/client-sdk/flower-war`, canon section 14), one of `REFUSAL_CODES`
 * (`@flower-war/protocol`), or one of `CONNECTION_CODES`. A refused command has changed nothing, unless the code
 * is `closed`, `timeout`, `aborted` or `internal`: then its outcome is unknown.
 */
export class Refusal extends Error implements RefusalBody {
  override readonly name = "Refusal";
  declare readonly code: AnyRefusalCode;
  /** The field or option of the request that is at fault. */
  declare readonly field?: string;
  /** Milliseconds until it makes sense to try again. */
  declare readonly wait?: number;
  /** With `banned`: the operator's reason. */
  declare readonly reason?: string;
  /** A line of a file that is at fault, from 1. */
  declare readonly line?: number;
  /** With `banned`: when the ban ends, ms since 1970. */
  declare readonly until?: number;
  /** With `client-too-old` and `server-too-old`: the protocol numbers that the server, or this SDK, understands of the other. */
  declare readonly supported?: ProtocolRange;
  /** With `finishers-only`: how many of so many latest matches your account finished. Missing: you have none. */
  declare readonly finishes?: NonNullable<RefusalBody["finishes"]>;

  constructor({ message, ...details }: RefusalBody, options?: ErrorOptions) {
    super(message, options);
    Object.assign(this, details);
  }
}

/** Builds a refusal of the SDK itself. */
export function connectionRefusal(code: ConnectionCode, cause?: unknown): Refusal {
  return new Refusal({ code, message: CONNECTION_CODES[code] }, { cause });
}

/** What a `RefusalBody` may have, and of which type. */
const FIELDS: { readonly [name: string]: string | undefined } = {
  code: "string",
  message: "string",
  field: "string",
  wait: "number",
  reason: "string",
  until: "number",
  supported: "object",
  finishes: "object",
};

/** Parses a `RefusalBody` that came over the wire; `null` if it is not one. */
export function parseRefusalBody(value: unknown): RefusalBody | null {
  const { code } = Object(value) as { readonly code?: unknown };
  if (typeof code !== "string" || code === "") return null;
  const fields = Object.entries(Object(value) as object).filter(
    ([name, field]) => field !== null && typeof field === FIELDS[name],
  );
  return { code, message: code, ...Object.fromEntries(fields) };
}
