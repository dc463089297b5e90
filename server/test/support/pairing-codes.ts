import { SHORT_CODE } from "@flower-war/protocol";
import type { Random } from "../../src/random.ts";

/** Builds a source of randomness from which `newShortCode` draws these codes in order, then `ZZZZ`. */
export function randomForCodes(...codes: string[]): Random {
  return {
    bytes(count) {
      const code = codes.shift() ?? "ZZZZ";
      const letters = Array.from(code, (letter) => SHORT_CODE.alphabet.indexOf(letter));
      // A code's letters are drawn from the last byte on.
      return new Uint8Array(count).map((_, i) => letters[count - 1 - i] ?? 0);
    },
    fraction: () => 0,
  };
}
