/** Exit codes. */
export const EXIT = {
  /** The server failed, or refused for a reason without a code of its own here. */
  failed: 1,
  /** The command line is wrong: an unknown option, a bad temple id. */
  usage: 2,
  /** No server answers, or there is no such file. */
  unreachable: 3,
  /** The admin password is missing or wrong. */
  unauthorized: 4,
  /** A temple of this id is enrolled already, an operator has this name, or the server has the match. */
  known: 5,
  /** A record, a match's file or a temple fails its check. */
  flawed: 6,
  /** No temple of this id is enrolled, or there is no such operator or match. */
  unknown: 7,
  /** The temple is offline. */
  offline: 8,
  /** The server has no newer firmware for the temple. */
  noUpdate: 9,
} as const;

/** The command failed. The message is one sentence for the user. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Returns the reason of an error. An error of fetch only says "fetch failed"; the reason is in its cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof AggregateError) return reasonOf(cause.errors[0]);
  return cause instanceof Error ? cause.message : error.message;
}
