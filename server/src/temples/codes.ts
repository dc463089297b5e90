import { CODE } from "@flower-war/client-sdk/protocol";
import { customAlphabet } from "nanoid";

/** How long a code lives, in s (P-2). */
export const CODE_LIFE = 300;

const random = customAlphabet(CODE.alphabet, CODE.length);

/**
 * The codes that temples show (P-2), unique among those alive. A code says which temple it is; that it works for one
 * match only (P-3) follows from the binding that it made.
 */
export class ShownCodes {
  readonly #byTemple = new Map<string, { code: string; ends: number }>();
  readonly #byCode = new Map<string, string>();
  readonly #draw: () => string;

  /** @param draw makes a code at random */
  constructor(draw: () => string = random) {
    this.#draw = draw;
  }

  /** The temple's code, the same while it lives, and its remaining life in s. */
  show(templeId: string): { code: string; expires: number } {
    this.#forgetDead();
    const shown = this.#byTemple.get(templeId) ?? this.#make(templeId);
    return { code: shown.code, expires: Math.ceil((shown.ends - Date.now()) / 1000) };
  }

  /** The temple that shows this code; case and spaces do not matter. `null`: none does. */
  templeOf(entered: string): string | null {
    this.#forgetDead();
    return this.#byCode.get(entered.replaceAll(/\s/g, "").toUpperCase()) ?? null;
  }

  /** Ends the life of a temple's code. */
  forget(templeId: string): void {
    const shown = this.#byTemple.get(templeId);
    if (!shown) return;
    this.#byTemple.delete(templeId);
    this.#byCode.delete(shown.code);
  }

  #make(templeId: string): { code: string; ends: number } {
    let code = this.#draw();
    while (this.#byCode.has(code)) code = this.#draw();
    const shown = { code, ends: Date.now() + CODE_LIFE * 1000 };
    this.#byTemple.set(templeId, shown);
    this.#byCode.set(code, templeId);
    return shown;
  }

  /** All codes live equally long, so that the oldest die first. */
  #forgetDead(): void {
    for (const [templeId, { ends }] of this.#byTemple) {
      if (ends > Date.now()) return;
      this.forget(templeId);
    }
  }
}
