/** Why the server does not start, in one sentence for the operator. */
export class StartError extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.name = "StartError";
  }
}
