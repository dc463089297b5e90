import { describe, expect, test } from "vitest";
import { commitmentOf, isNonce, seedOf } from "../src/fairness.ts";

/** Computed with Python's hashlib from docs/fair-dice.md, not with this code. */
const VECTORS = [
  {
    secret: "00".repeat(32),
    commitment: "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
    seeds: [
      { nonces: ["east", "west"], seed: "c35e16782fdcc948899239a8ca1c9e8b4a59d201f787d74c21ef3acbed1df772" },
      {
        nonces: ["Citlali_1", "north", "-", "west"],
        seed: "2e35a95818b23072a8dd1b5d1bb2f1a88c7f1c586715e73618307cae0eadc706",
      },
    ],
  },
  {
    secret: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
    commitment: "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
    seeds: [
      { nonces: ["east", "west"], seed: "9a6712eed6ae2f1fff24da9aceaf03b9d2130eeade2ecd736e5f909a37e4215a" },
      {
        nonces: ["Citlali_1", "north", "-", "west"],
        seed: "eee1a6826c295bf8b7241e3f4e8c8af7ae31a93e613628caead4fb9c3684e4e0",
      },
    ],
  },
];

describe.each(VECTORS)("the secret $secret", ({ secret, commitment, seeds }) => {
  test("has the SHA-256 of its 32 bytes as its commitment (section 12)", () => {
    expect(commitmentOf(secret)).toBe(commitment);
  });

  test.each(seeds)(
    "and the nonces $nonces, joined by `|`, make the seed (section 12)",
    ({ nonces, seed }) => {
      expect(seedOf(secret, nonces)).toBe(seed);
    },
  );
});

test.each([["a"], ["Z".repeat(64)], ["-_-"], ["0123456789abcdef"]])("%s is a nonce", (nonce) => {
  expect(isNonce(nonce)).toBe(true);
});

test.each([[""], ["a".repeat(65)], ["a|b"], ["ä"], ["a b"], ["a\n"], [7], [null], [undefined], [["a"]]])(
  "%j is not a nonce",
  (value) => {
    expect(isNonce(value)).toBe(false);
  },
);
