import { isRefusalCode, REFUSAL_CODES, type RefusalBody, type RefusalCode } from "@flower-war/protocol";

type Details = Pick<RefusalBody, "field" | "wait" | "reason" | "line" | "until" | "supported" | "finishes">;

/**
 * Thrown where a request is refused for a reason that the client may know; `body` is the answer. Any other error is a
 * failure of the server and travels as `internal`, without its message.
 */
export class RefusalError extends Error {
  override readonly name = "RefusalError";
  readonly body: RefusalBody;

  constructor(body: RefusalBody) {
    super(`refused: ${body.code}`);
    this.body = body;
  }
}

/** Builds a refusal's body. A game's own code has no sentence here. */
export function refusalBody(code: string, details: Details = {}): RefusalBody {
  const message = isRefusalCode(code) ? REFUSAL_CODES[code].message : `the rules refuse this: ${code}`;
  return { code, message, ...details };
}

/** Builds the error to throw for one of the server's own refusal codes. */
export function refuse(code: RefusalCode, details?: Details): RefusalError {
  return new RefusalError(refusalBody(code, details));
}

/**
 * Builds the error to throw for a field, or host option, with a wrong value.
 * @param expected what it takes, for people, such as "an integer from 4 to 13"; `null`: the code alone says
 */
export function refuseValue(
  code: "bad-request" | "bad-option",
  field: string,
  expected: string | null,
): RefusalError {
  const body = refusalBody(code, { field });
  if (expected === null) return new RefusalError(body);
  return new RefusalError({ ...body, message: `${body.message}: ${field} takes ${expected}` });
}

/** Returns the HTTP status of a refusal; a game's own refusal is a conflict with the state of its match. */
export function statusOf(code: string): number {
  return isRefusalCode(code) ? REFUSAL_CODES[code].status : 409;
}

/** The return value of a room method to another process: errors lose their class on the way, values do not. */
export type Result<T> =
  | { readonly value: T; readonly refusal?: undefined }
  | { readonly refusal: RefusalBody; readonly value?: undefined };

/** Turns a thrown refusal into a result; rethrows other errors. */
export async function resultOf<T>(attempt: () => T | Promise<T>): Promise<Result<T>> {
  try {
    return { value: await attempt() };
  } catch (error) {
    if (error instanceof RefusalError) return { refusal: error.body };
    throw error;
  }
}

/** Returns the value of a result. @throws `RefusalError` with its refusal */
export function valueOf<T>(result: Result<T>): T {
  if (result.refusal) throw new RefusalError(result.refusal);
  return result.value;
}
