/** Where a program draws random numbers: a parameter, as `Time` is. The dice of a match come from its seed, never from here. */
export interface Random {
  /** Returns `count` unpredictable bytes, fit for secrets. */
  bytes(count: number): Uint8Array<ArrayBuffer>;
  /** Returns a number from 0 up to 1, for jitter and choices that need no secrecy. */
  fraction(): number;
}

/** Randomness of the machine that this runs on. */
export const systemRandom: Random = {
  bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  fraction: () => Math.random(),
};

/** Returns `bytes` random bytes as lower-case hex digits, two a byte. */
export function randomHex(random: Random, bytes: number): string {
  return Array.from(random.bytes(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns an integer from 0 up to `n`, each as likely as any other; `n` is at most 2^32. */
export function randomBelow(random: Random, n: number): number {
  const limit = 2 ** 32 - (2 ** 32 % n);
  for (;;) {
    const word = new DataView(random.bytes(4).buffer).getUint32(0);
    if (word < limit) return word % n;
  }
}
