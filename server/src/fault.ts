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

/** Shorthand for what is thrown most: a refusal with a code of our own catalogue. */
export function refused(code: Code, more: { field?: string; wait?: number } = {}): Refused {
  return new Refused(fault(code, more));
}
