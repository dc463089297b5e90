import { newShortCode, type Random } from "../../random.ts";
import type { Time } from "../../time.ts";
import { CODE_LIFE, type CodeStore, normalizeCode, type PairingCode } from "./temple-store.ts";

interface IssuedCode {
  readonly code: string;
  /** ms by `Time.monotonic`. */
  readonly expiresAt: number;
}

/**
 * Codes in memory: after a restart temples show other ones. A code names a temple; that it works for one match only (P-3)
 * follows from the binding that it made.
 */
export class MemoryCodes implements CodeStore {
  readonly #time: Time;
  readonly #random: Random;
  readonly #byTemple = new Map<string, IssuedCode>();
  readonly #temples = new Map<string, string>();

  constructor(time: Time, random: Random) {
    this.#time = time;
    this.#random = random;
  }

  async issue(templeId: string): Promise<PairingCode> {
    this.#removeExpired();
    const { code, expiresAt } = this.#byTemple.get(templeId) ?? this.#create(templeId);
    return { code, expires: Math.ceil((expiresAt - this.#time.monotonic()) / 1000) };
  }

  async findTemple(entered: string): Promise<string | null> {
    this.#removeExpired();
    return this.#temples.get(normalizeCode(entered)) ?? null;
  }

  async filterShown(templeIds: readonly string[]): Promise<readonly string[]> {
    this.#removeExpired();
    return templeIds.filter((templeId) => this.#byTemple.has(templeId));
  }

  async remove(templeId: string): Promise<void> {
    this.#remove(templeId);
  }

  #create(templeId: string): IssuedCode {
    let code = newShortCode(this.#random);
    while (this.#temples.has(code)) code = newShortCode(this.#random);
    const issued = { code, expiresAt: this.#time.monotonic() + CODE_LIFE * 1000 };
    this.#byTemple.set(templeId, issued);
    this.#temples.set(code, templeId);
    return issued;
  }

  #remove(templeId: string): void {
    const issued = this.#byTemple.get(templeId);
    if (!issued) return;
    this.#byTemple.delete(templeId);
    this.#temples.delete(issued.code);
  }

  /** All codes live equally long: the first ones expire first. */
  #removeExpired(): void {
    for (const [templeId, { expiresAt }] of this.#byTemple) {
      if (expiresAt > this.#time.monotonic()) return;
      this.#remove(templeId);
    }
  }
}
