import { describe, expect, test } from "vitest";
import {
  readWitness,
  sealOf,
  WITNESS_FORMAT,
  WITNESS_FORMAT_1,
  type Witness,
} from "../../src/witness/index.ts";

const HEAD = "ab".repeat(32);
const WITNESS: Witness = {
  format: WITNESS_FORMAT,
  match: "V1StGXR8Z5jd",
  game: "flower-war",
  seat: "east",
  commitment: "66".repeat(32),
  nonce: "mine",
  seal: sealOf("mine"),
  key: "77".repeat(32),
  header: "{}",
  heads: `${"0".repeat(8)}${HEAD.slice(0, 8)}`,
  head: HEAD,
  n: 2,
  live: [
    [1, 1],
    [2, 2],
  ],
  signed: { "2": "99".repeat(64) },
};
const { nonce: _nonce, seal: _seal, key: _key, signed: _signed, ...UNSEATED } = WITNESS;

describe("a witness is read", () => {
  test.each<[string, Witness]>([
    ["of a seat", WITNESS],
    ["under terms", { ...WITNESS, terms: "{}", voided: 1 }],
    ["of format 1", { ...WITNESS, format: WITNESS_FORMAT_1 }],
    ["of a spectator", { ...UNSEATED, seat: "public" }],
    ["before the match began", { ...WITNESS, header: null, heads: "", head: "", n: 0, live: [], signed: {} }],
    ["before the first entry", { ...WITNESS, heads: "", head: HEAD, n: 0, live: [], signed: {} }],
  ])("%s, from its text and from its value", (_, witness) => {
    expect(readWitness(witness)).toEqual({ witness });
    expect(readWitness(JSON.stringify(witness, null, 2))).toEqual({ witness });
  });
});

describe("a witness is refused, and the field named:", () => {
  test.each<[string, unknown]>([
    ["format", "flower-war-witness-3"],
    ["terms", null],
    ["terms", "{}\n{}"],
    ["voided", 0],
    ["voided", "1"],
    ["match", 7],
    ["game", undefined],
    ["seat", null],
    ["commitment", "66"],
    ["nonce", "two words"],
    ["seal", sealOf("yours")],
    ["key", "AB".repeat(32)],
    ["header", 1],
    ["header", "{}\n{}"],
    ["n", -1],
    ["n", 1.5],
    ["heads", "00"],
    ["heads", "g".repeat(16)],
    ["head", "cd".repeat(32)],
    ["head", ""],
    ["live", {}],
    ["live", [[0, 1]]],
    ["live", [[1, 3]]],
    ["live", [[2, 1]]],
    [
      "live",
      [
        [1, 2],
        [2, 2],
      ],
    ],
    ["live", [[1]]],
    ["signed", []],
    ["signed", { "3": "99".repeat(64) }],
    ["signed", { "02": "99".repeat(64) }],
    ["signed", { "2": "99" }],
    ["name", "Citlali"],
  ])("%s: %j", (field, value) => {
    expect(readWitness({ ...WITNESS, [field]: value })).toEqual({ field });
  });

  test("a spectator has neither nonce nor key", () => {
    expect(readWitness({ ...UNSEATED, seat: "public", nonce: "mine" })).toEqual({ field: "nonce" });
    expect(readWitness({ ...UNSEATED, seat: "public", key: "77".repeat(32) })).toEqual({ field: "key" });
  });

  test("format 1 has no terms", () => {
    const first = { ...WITNESS, format: WITNESS_FORMAT_1 };
    expect(readWitness({ ...first, terms: "{}" })).toEqual({ field: "terms" });
    expect(readWitness({ ...first, voided: 1 })).toEqual({ field: "voided" });
  });

  test("entries cannot be seen before there is a header", () => {
    expect(readWitness({ ...WITNESS, header: null })).toEqual({ field: "n" });
  });

  test.each(["", "{", "[]", "null", "7", null, undefined, 7])("no object: %j", (input) => {
    expect(readWitness(input)).toEqual({ field: "" });
  });
});
