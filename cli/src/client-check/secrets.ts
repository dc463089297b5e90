/** Secrets that a client must not print. */
export class Secrets {
  readonly #secrets: string[] = [];

  /** Makes one. @param of what it is for, so that its owner knows it again */
  create(of: string): string {
    const secret = `token-of-the-${of}-${crypto.randomUUID()}`;
    this.#secrets.push(secret);
    return secret;
  }

  /** Whether one of them is in a text. */
  areIn(text: string): boolean {
    return this.#secrets.some((secret) => text.includes(secret));
  }

  /** Returns a text without them. */
  hide(text: string): string {
    return this.#secrets.reduce((hidden, secret) => hidden.replaceAll(secret, "<token>"), text);
  }
}
