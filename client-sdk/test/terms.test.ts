/** What was shown before the nonces were revealed binds: any other header is refused (docs/fair-dice.md, "The terms"). */
import { randomFrom } from "@flower-war/rules/bots";
import { canonical, formatTerms, publicKeyOf, sealOf } from "@flower-war/rules/witness";
import { describe, expect, it } from "vitest";
import { breachOf, breachOfTerms, type Expected } from "../src/witness/header.ts";

const KEY = publicKeyOf("5ec2".repeat(16));
const OWN = { nonce: "mine", seal: sealOf("mine"), key: KEY };
const HEADER = {
  commitment: "66".repeat(32),
  format: "flower-war-record-3",
  game: "flower-war",
  match: "V1StGXR8Z5jd",
  options: { rackSize: 13, presets: ["a", "b"] },
  rules: 1,
  seats: [
    { seat: "east", kind: "human", from: "player", ...OWN },
    { seat: "north", kind: "human", from: "player", nonce: "theirs", seal: sealOf("theirs"), key: KEY },
    { seat: "west", kind: "bot", from: "bot", nonce: "west" },
    { seat: "south", kind: "human", from: "stand-in", nonce: "south" },
    { seat: "topan", kind: "human", from: "player", nonce: "open" },
  ],
  stream: "sha256-counter-32",
};
const TERMS = formatTerms(HEADER);
const EXPECTED: Expected = {
  match: HEADER.match,
  game: HEADER.game,
  commitment: HEADER.commitment,
  seat: "east",
  own: OWN,
  revealed: true,
  terms: TERMS,
  seals: null,
};
const TABLE = {
  match: HEADER.match,
  game: HEADER.game,
  commitment: HEADER.commitment,
  seat: "east",
  own: OWN,
  kinds: [
    ["east", "human"],
    ["north", "bot-account"],
    ["west", "bot"],
    ["south", "human"],
    ["topan", "human"],
  ],
} as const;

type Fields = Record<string, unknown>;

/** Changes one field of a value at random, at any depth: another value, none, or one more. */
function change(value: unknown, random: (below: number) => number): unknown {
  if (typeof value === "string") return `${value}x`;
  if (typeof value === "number") return value + 1;
  if (Array.isArray(value)) {
    const at = random(value.length + 2);
    if (at === value.length) return value.slice(1);
    if (at > value.length) return [...value, value[0]];
    return value.map((each, i) => (i === at ? change(each, random) : each));
  }
  const names = Object.keys(value as Fields);
  const at = random(names.length + 1);
  const name = names[at];
  if (name === undefined) return { ...(value as Fields), more: "x" };
  const { [name]: old, ...others } = value as Fields;
  return random(5) === 0 ? others : { ...others, [name]: change(old, random) };
}

describe("a header", () => {
  it("is taken that is as the terms say, with the nonces that were sealed", () => {
    expect(breachOf(canonical(HEADER), EXPECTED)).toBeNull();
    expect(breachOfTerms(TERMS, TABLE)).toBeNull();
  });

  it("is refused with any other field, in the whole or in a seat", () => {
    const random = randomFrom(sealOf("headers"));
    for (let i = 0; i < 2000; i += 1) {
      const line = canonical(change(HEADER, random));
      expect(breachOf(line, EXPECTED), line).not.toBeNull();
    }
  });

  it("that is of a format with terms is refused after a reveal without any", () => {
    expect(breachOf(canonical(HEADER), { ...EXPECTED, terms: null })).toBe("terms");
  });
});

describe("terms", () => {
  it("are refused with another seat, key, kind or choice than the table has", () => {
    const random = randomFrom(sealOf("terms"));
    const value = JSON.parse(TERMS) as { seats: unknown[] };
    for (let i = 0; i < 500; i += 1) {
      const line = canonical({ ...value, seats: change(value.seats, random) });
      const { seats } = JSON.parse(line) as { seats: Fields[] };
      // Only others know whether these are their seals, keys and open nonces; the header has to have the same.
      const isOthers = seats.some(
        (seat, j) => j > 0 && JSON.stringify(seat) !== JSON.stringify(value.seats[j]),
      );
      if (!isOthers) expect(breachOfTerms(line, TABLE), line).not.toBeNull();
    }
  });
});
