import type { IncomingMessage } from "node:http";

/** Where a page comes from: the `Origin` that its browser names, and the host that it asks. */
type Asked = Pick<IncomingMessage, "headers">;

/**
 * The sites whose pages may use this server. Its own page always may: that of `PUBLIC_URL`, without one that of the host which
 * a request is sent to. Clients that are no pages name no origin, and may too.
 */
export class Origins {
  readonly #allowed: ReadonlySet<string> | null;
  readonly #own: string | null;

  /** @param allowed origins like `https://play.example`; `null`: any */
  constructor(allowed: readonly string[] | null, publicUrl: string | null) {
    this.#allowed = allowed === null ? null : new Set(allowed);
    this.#own = publicUrl === null ? null : new URL(publicUrl).origin;
  }

  /** Whether pages of any site may use it. */
  get areAny(): boolean {
    return this.#allowed === null;
  }

  /** Those sites, without the own one; `null`: any. */
  get allowed(): readonly string[] | null {
    return this.#allowed === null ? null : [...this.#allowed];
  }

  allow({ headers: { origin, host } }: Asked): boolean {
    if (origin === undefined || this.#allowed === null || this.#allowed.has(origin)) return true;
    return this.#own === null ? URL.parse(origin)?.host === host : origin === this.#own;
  }
}
