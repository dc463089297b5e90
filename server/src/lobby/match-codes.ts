import { type MatchName, parseMatchName } from "../match/match-name.ts";
import type { Quotas } from "../quotas/quotas.ts";
import { refuse, RefusalError } from "../refusal.ts";

/**
 * Looks matches up by the names that clients have for them, and limits guesses of short codes. Only those that lead to no match count.
 * Beyond the limit codes lead to public matches alone, which are listed anyway.
 */
export class MatchCodes {
  readonly #quotas: Quotas;

  constructor(quotas: Quotas) {
    this.#quotas = quotas;
  }

  /**
   * @param text an id, an invitation or a short code
   * @param lookUp rejects with `unknown-match` if the name does not lead there
   * @throws `RefusalError` with `unknown-match`, `too-many-codes` with a wait, or as `lookUp`
   */
  async lookUp<T>(text: string, address: string, lookUp: (name: MatchName) => Promise<T>): Promise<T> {
    const name = parseMatchName(text);
    if (!name.isCode) return lookUp(name);
    const isMiss = (code: string) => code === "unknown-match";
    // Counted before it is known to fail, so that many at once get no further.
    const wait = await this.#quotas.take("miss-match-code", { address });
    if (wait === null) return this.#quotas.finish("miss-match-code", { address }, () => lookUp(name), isMiss);
    try {
      return await lookUp({ ...name, isCode: false });
    } catch (error) {
      if (error instanceof RefusalError && isMiss(error.body.code)) throw refuse("too-many-codes", { wait });
      throw error;
    }
  }
}
