/** What the command's exit code says. */
export const EXIT = {
  /** The server answered something that this command does not know. */
  failed: 1,
  /** The command line is wrong: an unknown option, a bad temple id. */
  usage: 2,
  /** No server answers there. */
  unreachable: 3,
  /** The admin password is missing or wrong. */
  unauthorized: 4,
  /** A temple of this id is enrolled already. */
  known: 5,
  /** No temple of this id is enrolled. */
  unknown: 6,
} as const;

/** Why a command could not be done: one sentence for its user, and the exit code. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}
