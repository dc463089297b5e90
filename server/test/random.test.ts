import { SHORT_CODE } from "@flower-war/protocol";
import { describe, expect, test } from "vitest";
import {
  newId,
  newInvitation,
  newMatchId,
  newMatchSecret,
  newSecret,
  newShortCode,
  type Random,
  systemRandom,
} from "../src/random.ts";

/** A source of bytes that count up from `first`. */
function countingBytes(first = 0) {
  let next = first;
  let drawn = 0;
  const random: Random = {
    bytes: (count) => {
      drawn += count;
      return Uint8Array.from({ length: count }, () => next++ % 256);
    },
    fraction: () => {
      throw new Error("ids and secrets must be drawn from unpredictable bytes");
    },
  };
  return { random, bytesDrawn: () => drawn };
}

const CASES = [
  { name: "newId", draw: newId, format: /^[A-Za-z0-9_-]{21}$/, alphabet: 64, bits: 126 },
  { name: "newMatchId", draw: newMatchId, format: /^[A-Za-z0-9]{12}$/, alphabet: 62, bits: 71 },
  { name: "newShortCode", draw: newShortCode, format: /^[2-9A-HJKMNP-Z]{4}$/, alphabet: 31, bits: 19 },
  { name: "newMatchSecret", draw: newMatchSecret, format: /^[0-9a-f]{64}$/, alphabet: 16, bits: 256 },
  { name: "newInvitation", draw: newInvitation, format: /^[A-Za-z0-9_-]{22}$/, alphabet: 64, bits: 128 },
  { name: "newSecret", draw: newSecret, format: /^[A-Za-z0-9_-]{43}$/, alphabet: 64, bits: 256 },
];

describe.each(CASES)("$name", ({ draw, format, alphabet, bits }) => {
  test(`matches ${format} and uses all ${alphabet} characters`, () => {
    const characters = new Set<string>();
    for (let i = 0; i < 2000; i++) {
      const drawn = draw(systemRandom);
      expect(drawn).toMatch(format);
      for (const character of drawn) characters.add(character);
    }
    expect(characters.size).toBe(alphabet);
  });

  test("depends on the bytes of the given source only", () => {
    expect(draw(countingBytes().random)).toBe(draw(countingBytes().random));
    expect(draw(countingBytes(77).random)).not.toBe(draw(countingBytes().random));
  });

  test(`draws at least ${bits} random bits`, () => {
    const { random, bytesDrawn } = countingBytes();
    draw(random);
    expect(8 * bytesDrawn()).toBeGreaterThanOrEqual(bits);
  });
});

test.each(CASES.filter(({ bits }) => bits > 64))("$name returns another value each time", ({ draw }) => {
  expect(new Set(Array.from({ length: 2000 }, () => draw(systemRandom))).size).toBe(2000);
});

test("newShortCode uses the alphabet and length of the protocol", () => {
  const { alphabet, length } = SHORT_CODE;
  expect({ alphabet: alphabet.length, length }).toEqual({ alphabet: 31, length: 4 });
  const drawn = Array.from({ length: 2000 }, () => newShortCode(systemRandom)).join("");
  expect([...new Set(drawn)].sort().join("")).toBe(alphabet);
});

test("newMatchSecret returns its 32 bytes in hex, newSecret in base64url", () => {
  const bytes = Buffer.from(Array.from({ length: 32 }, (_, i) => i));
  expect(newMatchSecret(countingBytes().random)).toBe(bytes.toString("hex"));
  expect(newSecret(countingBytes().random)).toBe(bytes.toString("base64url"));
});
