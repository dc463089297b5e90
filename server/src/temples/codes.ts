import { CODE } from "@flower-war/client-sdk/protocol";
import { customAlphabet } from "nanoid";
import type { CodeStore, Shown } from "./store.ts";

/** How long a code lives, in s (P-2). */
export const CODE_LIFE = 300;

export const randomCode = customAlphabet(CODE.alphabet, CODE.length);

/** The code as it was shown, however it is entered. */
export function readCode(entered: string): string {
  return entered.replaceAll(/\s/g, "").toUpperCase();
}

/**
 * The codes that temples show (P-2), kept in memory. A code says which temple it is; that it works for one match only
 * (P-3) follows from the binding that it made.
 */
export class ShownCodes implements CodeStore {
  readonly #byTemple = new Map<string, { code: string; ends: number }>();
  readonly #byCode = new Map<string, string>();
  readonly #draw: () => string;

  /** @param draw makes a code at random */
  constructor(draw: () => string = randomCode) {
    this.#draw = draw;
  }

  show(templeId: string): Shown {
    this.#forgetDead();
    const shown = this.#byTemple.get(templeId) ?? this.#make(templeId);
    return { code: shown.code, expires: Math.ceil((shown.ends - performance.now()) / 1000) };
  }

  templeOf(entered: string): string | null {
    this.#forgetDead();
    return this.#byCode.get(readCode(entered)) ?? null;
  }

  forget(templeId: string): void {
    const shown = this.#byTemple.get(templeId);
    if (!shown) return;
    this.#byTemple.delete(templeId);
    this.#byCode.delete(shown.code);
  }

  #make(templeId: string): { code: string; ends: number } {
    let code = this.#draw();
    while (this.#byCode.has(code)) code = this.#draw();
    const shown = { code, ends: performance.now() + CODE_LIFE * 1000 };
    this.#byTemple.set(templeId, shown);
    this.#byCode.set(code, templeId);
    return shown;
  }

  /** All codes live equally long, so that the oldest die first. */
  #forgetDead(): void {
    for (const [templeId, { ends }] of this.#byTemple) {
      if (ends > performance.now()) return;
      this.forget(templeId);
    }
  }
}
