import type { ExpiringKeys } from "../../cluster/expiring-keys.ts";
import { newShortCode, type Random } from "../../random.ts";

export interface PairingCode {
  readonly code: string;
  /** s until it expires. */
  readonly expires: number;
}

/** s from issuing a code to its expiry (P-2). */
export const CODE_LIFE = 300;

const KEYS = {
  /** The code that a temple shows. */
  shown: (templeId: string) => `temples:shown:${templeId}`,
  /** The temple that shows a code, given as a player entered it. */
  code: (entered: string) => `temples:code:${entered.replaceAll(/\s/g, "").toUpperCase()}`,
};

/**
 * The codes that temples show, unique among those that have not expired (P-2). A code names a temple; that it works for one match only
 * (P-3) follows from the binding that it made.
 */
export class PairingCodes {
  readonly #keys: ExpiringKeys;
  readonly #random: Random;

  constructor(keys: ExpiringKeys, random: Random) {
    this.#keys = keys;
    this.#random = random;
  }

  /** Issues a code for a temple, or returns the one that has not expired. */
  async issue(templeId: string): Promise<PairingCode> {
    const shown = await this.#keys.find(KEYS.shown(templeId));
    if (shown) return { code: shown.value, expires: Math.ceil(shown.life / 1000) };
    const code = newShortCode(this.#random);
    if (!(await this.#claim(KEYS.code(code), templeId))) return this.issue(templeId);
    if (await this.#claim(KEYS.shown(templeId), code)) return { code, expires: CODE_LIFE };
    // Another process issued a code for this temple just now.
    await this.#keys.release(KEYS.code(code), templeId);
    return this.issue(templeId);
  }

  /** Finds the temple that shows a code, given as a player entered it; case and spaces are ignored. */
  async findTemple(entered: string): Promise<string | null> {
    return (await this.#keys.find(KEYS.code(entered)))?.value ?? null;
  }

  /** Returns those of these temples whose code has not expired, in the given order. */
  async filterShown(templeIds: readonly string[]): Promise<readonly string[]> {
    const shown = await Promise.all(templeIds.map((templeId) => this.#keys.find(KEYS.shown(templeId))));
    return templeIds.filter((_, i) => shown[i]);
  }

  /** Removes a temple's code before it expires. */
  async remove(templeId: string): Promise<void> {
    const shown = await this.#keys.find(KEYS.shown(templeId));
    if (!shown) return;
    await this.#keys.release(KEYS.shown(templeId), shown.value);
    await this.#keys.release(KEYS.code(shown.value), templeId);
  }

  #claim(key: string, value: string): Promise<boolean> {
    return this.#keys.claim(key, value, CODE_LIFE * 1000);
  }
}
