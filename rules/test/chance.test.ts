import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { blockAt, ChanceReader, isSeed } from "../src/chance.ts";
import { CARDS } from "../src/flower-war/cards.ts";
import { flowerWar } from "../src/flower-war/index.ts";
import { FLOWER_WAR } from "../src/flower-war/presets.ts";

const ZEROS = "00".repeat(32);
const COUNTING = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const ONES = "ff".repeat(32);

/** Computed with Python's hashlib from the description in chance.ts, not with this code. */
const VECTORS = [
  {
    seed: ZEROS,
    words: [
      741658141, 4063986572, 1522477695, 1681378467, 3540418261, 167716337, 502706459, 1479234027, 148898406,
      4293962444,
    ],
    far: [4199796414, 3046660409, 2265205741, 479631619],
    dice: [2, 3, 4, 4, 2, 6, 6, 4, 1, 3, 5, 4, 6, 3, 1, 1, 1, 3, 2, 4],
    shuffled: "ieadcjghfb",
    rejecting: { values: [741658141, 1522477695, 1681378467, 167716337, 502706459, 1479234027], position: 8 },
  },
  {
    seed: COUNTING,
    words: [
      2849432832, 691701949, 952885779, 3497703199, 2360485253, 1376201217, 3186738187, 3844601040,
      1617019960, 1836717960,
    ],
    far: [4180383975, 1605010419, 187813941, 4123619369],
    dice: [1, 2, 4, 2, 6, 4, 2, 1, 5, 1, 1, 5, 1, 6, 6, 2, 2, 3, 6, 2],
    shuffled: "igahjfedbc",
    rejecting: {
      values: [691701949, 952885779, 1376201217, 1617019960, 1836717960, 326517996],
      position: 13,
    },
  },
  {
    seed: ONES,
    words: [
      2782229348, 3495385437, 3654486786, 3249115524, 3100506421, 986939239, 203694573, 3417109678, 422777230,
      3968833153,
    ],
    far: [3854652877, 2490647408, 1809759137, 821099349],
    dice: [3, 4, 1, 1, 2, 2, 4, 5, 5, 2, 5, 1, 5, 3, 4, 3, 5, 1, 5, 1],
    shuffled: "hadfjbecgi",
    rejecting: {
      values: [986939239, 203694573, 422777230, 871520914, 1287824822, 1919823950],
      position: 16,
    },
  },
];

/** Draws so many integers below `n`, the first at `start`. */
function drawMany(seed: string, start: number, n: number, count: number) {
  const reader = new ChanceReader(seed, start);
  const values = Array.from({ length: count }, () => reader.below(n));
  return { values, position: reader.position };
}

describe.each(VECTORS)(
  "the chance stream of seed $seed",
  ({ seed, words, far, dice, shuffled, rejecting }) => {
    test("its words are those of SHA-256 in counter mode, from the first on", () => {
      expect(drawMany(seed, 0, 2 ** 32, 10)).toEqual({ values: words, position: 10 });
    });

    test("a block number may need more than 32 bits", () => {
      expect(drawMany(seed, 2 ** 35 + 5, 2 ** 32, 4).values).toEqual(far);
    });

    test("words that would favour low integers are skipped", () => {
      expect(drawMany(seed, 0, 2 ** 31 + 1, 6)).toEqual(rejecting);
    });

    test("an integer below 1 takes a word too", () => {
      expect(drawMany(seed, 7, 1, 1)).toEqual({ values: [0], position: 8 });
    });

    test("a die is 1 and an integer below 6", () => {
      const reader = new ChanceReader(seed);
      expect(Array.from({ length: 20 }, () => reader.die())).toEqual(dice);
      expect(reader.position).toBe(20);
    });

    test("a shuffle goes from the last index down and leaves the given list alone", () => {
      const list = "abcdefghij".split("");
      const reader = new ChanceReader(seed);
      expect(reader.shuffle(list).join("")).toBe(shuffled);
      expect(reader.position).toBe(9);
      expect(list.join("")).toBe("abcdefghij");
    });

    test("what is drawn depends on seed and position alone, in any order and between other readers", () => {
      const backwards = words.map((_, index) => drawMany(seed, 9 - index, 2 ** 32, 1).values);
      expect(backwards.toReversed().flat()).toEqual(words);
      const reader = new ChanceReader(seed, 3);
      const other = new ChanceReader(ZEROS, 3);
      for (const word of words.slice(3)) {
        other.die();
        expect(reader.below(2 ** 32)).toBe(word);
      }
    });

    test("a given block changes nothing, whether it is the right one or not", () => {
      expect(blockAt(seed, 5)).toEqual({ number: 0, words: words.slice(0, 8) });
      expect(blockAt(seed, 8).words.slice(0, 2)).toEqual(words.slice(8));
      for (const block of [blockAt(seed, 0), blockAt(seed, 8)]) {
        const reader = new ChanceReader(seed, 0, block);
        expect(words.map(() => reader.below(2 ** 32))).toEqual(words);
        expect(blockAt(seed, 7, block)).toEqual(blockAt(seed, 7));
        expect(blockAt(seed, 8 * block.number, block)).toBe(block);
      }
    });
  },
);

test.each([0, -1, 0.5, 2 ** 32 + 1, Number.NaN, Number.POSITIVE_INFINITY])(
  "drawing an integer below %d throws",
  (n) => {
    expect(() => new ChanceReader(ZEROS).below(n)).toThrow(RangeError);
  },
);

test("a list of one or none is shuffled without drawing a word", () => {
  const reader = new ChanceReader(ZEROS, 5);
  expect([reader.shuffle(["a"]), reader.shuffle([])]).toEqual([["a"], []]);
  expect(reader.position).toBe(5);
});

test("a match shuffles War, Rain and Day in this order, and draws from the end", () => {
  const { hidden, table } = flowerWar.setup(FLOWER_WAR.options, 4, COUNTING);
  expect(table.decks).toEqual({ war: 40, rain: 40, day: 260 });
  expect(hidden.chance).toBe(337);
  expect(hidden.decks.war.slice(-3)).toEqual(["chimalli", "jaguar-knight", "feathered-retreat"]);
  expect(hidden.decks.rain.slice(-3)).toEqual(["drought", "tlalocs-tears", "drought"]);
  expect(hidden.decks.day.slice(-3)).toEqual(["13-ozomahtli", "8-ocelotl", "4-cozcacuauhtli"]);
  const all = [...hidden.decks.war, ...hidden.decks.rain, ...hidden.decks.day].join("|");
  expect(createHash("sha256").update(all).digest("hex")).toBe(
    "b99fa49040e1516e88d9a478f709d908bae3140b63cb8011f6dd9c1bbd6680f5",
  );
  expect(CARDS.day.slice(0, 14)).toEqual([
    ...Array.from({ length: 13 }, (_, index) => `${index + 1}-cipactli`),
    "1-ehecatl",
  ]);
});

test.each([
  ["", false],
  [ZEROS, true],
  [ONES.toUpperCase(), false],
  [ZEROS.slice(1), false],
  [`${ZEROS}0`, false],
  [`${ZEROS}\n`, false],
  [0, false],
  [null, false],
])("64 lower-case hex digits are a seed: %j is one: %s", (value, is) => {
  expect(isSeed(value)).toBe(is);
});
