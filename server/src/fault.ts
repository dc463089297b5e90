import { CODES, type Code, type Fault } from "@flower-war/client-sdk/protocol";

/**
 * Thrown where a request is refused for a reason that the asker may know: its `fault` is the answer. Anything else
 * thrown is our failure and travels as `internal`, without its message.
 */
export class Refused extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(`refused: ${fault.code}`);
    this.name = "Refused";
    this.fault = fault;
  }
}

/** A fault of our own catalogue, with its sentence. */
export function fault(code: Code, more: { field?: string; wait?: number } = {}): Fault {
  return { code, message: CODES[code], ...more };
}

/** The fault of a code that may be a game's own: those have no sentence here. */
export function faultOf(code: string): Fault {
  return code in CODES ? fault(code as Code) : { code, message: `the rules refuse this: ${code}` };
}

/** Shorthand for what is thrown most: a refusal with a code of our own catalogue. */
export function refused(code: Code, more: { field?: string; wait?: number } = {}): Refused {
  return new Refused(fault(code, more));
}

/** What a room method called from another process gives back: errors lose their shape on the way, values do not. */
export type Answer<T> =
  | { readonly value: T; readonly fault?: undefined }
  | { readonly fault: Fault; readonly value?: undefined };

/** Turns a thrown refusal into an answer; other errors go on their way. */
export async function answerOf<T>(attempt: () => T | Promise<T>): Promise<Answer<T>> {
  try {
    return { value: await attempt() };
  } catch (error) {
    if (error instanceof Refused) return { fault: error.fault };
    throw error;
  }
}

/** The value of an answer. @throws `Refused` with its fault */
export function valueOf<T>(answer: Answer<T>): T {
  if (answer.fault) throw new Refused(answer.fault);
  return answer.value;
}
