import { LIMITS } from "@flower-war/client-sdk/protocol";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

const { perMinute, silence } = LIMITS.codes;

/** Against guessing: five wrong codes per client and minute, then 60 s of silence (P-3). */
export class CodeGuard {
  readonly #entered = new RateLimiterMemory({
    points: perMinute,
    duration: 60,
    blockDuration: silence / 1000,
  });

  /**
   * Counts a code as wrong before anybody looks at it, so that guesses sent all at once are counted too.
   * @returns ms until this client may enter a code again; 0: now
   */
  async enter(client: string): Promise<number> {
    try {
      await this.#entered.consume(client);
      return 0;
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return refusal.msBeforeNext;
      throw refusal;
    }
  }

  /** Takes the count back: the code was right. */
  async right(client: string): Promise<void> {
    await this.#entered.reward(client);
  }
}
