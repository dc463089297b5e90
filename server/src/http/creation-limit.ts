import type { Code } from "@flower-war/client-sdk/protocol";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { refused } from "../fault.ts";

/** Holds every address to so many requests of a kind in a minute. */
export class AddressLimit {
  readonly #limiter: RateLimiterMemory;

  readonly #code: Code;

  /** @param code with which more are refused */
  constructor(perMinute: number, code: Code) {
    this.#code = code;
    this.#limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  }

  /**
   * Notes a request.
   * @throws `Refused` with a wait if it is one too many
   */
  async note(address: string): Promise<void> {
    try {
      await this.#limiter.consume(address);
    } catch (spent) {
      if (!(spent instanceof RateLimiterRes)) throw spent;
      throw refused(this.#code, { wait: spent.msBeforeNext });
    }
  }
}
