import { describe, expect, test } from "vitest";
import {
  chainOf,
  formatHeader,
  formatRecord,
  games,
  type PublicEnd,
  type PublicEntry,
  type PublicHeader,
  parsePublicEnd,
  parsePublicEntry,
  parsePublicHeader,
  RECORD_FORMAT,
  RECORD_FORMATS,
} from "../../src/index.ts";
import { formatPublicEnd, formatPublicEntry } from "../../src/public-record/format.ts";
import { canonical, extendChain, sealOf, startChain } from "../../src/witness/index.ts";
import { playedRecord, textOf } from "../support/records.ts";

const KEY = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
const HEADER: PublicHeader = {
  format: RECORD_FORMAT,
  match: "V1StGXR8Z5jd",
  game: "flower-war",
  rules: 1,
  options: { rackSize: 13 },
  seats: [
    { seat: "east", kind: "human", nonce: "mine", from: "player", seal: sealOf("mine"), key: KEY },
    { seat: "west", kind: "bot", nonce: "west", from: "bot" },
  ],
  stream: "sha256-counter-32",
  commitment: "66".repeat(32),
};
const ENTRY: PublicEntry = {
  n: 1,
  seat: "east",
  command: { type: "roll" },
  events: [{ type: "rolled", seat: "east", dice: [2], chance: 9 }],
};
const END: PublicEnd = {
  secret: "00".repeat(32),
  seed: "11".repeat(32),
  outcome: { by: "draw", winner: null },
  signatures: { east: { "1": "ab".repeat(64) } },
};

describe("the lines of format 3", () => {
  test("are canonical, whatever the order of their fields, and without those that are undefined", () => {
    expect(formatHeader(HEADER)).toBe(
      `{"commitment":"${"66".repeat(32)}","format":"flower-war-record-3","game":"flower-war","match":"V1StGXR8Z5jd",` +
        `"options":{"rackSize":13},"rules":1,"seats":[` +
        `{"from":"player","key":"${KEY}","kind":"human","nonce":"mine","seal":"${sealOf("mine")}","seat":"east"},` +
        `{"from":"bot","kind":"bot","nonce":"west","seat":"west"}],"stream":"sha256-counter-32"}`,
    );
    expect(formatPublicEntry(ENTRY)).toBe(
      '{"command":{"type":"roll"},"events":[{"chance":9,"dice":[2],"seat":"east","type":"rolled"}],"n":1,"seat":"east"}',
    );
    expect(formatPublicEntry({ ...ENTRY, by: "clock" })).toMatch(/^\{"by":"clock","command":/);
    expect(formatPublicEnd({ ...END, signatures: {}, replaced: [] })).toBe(
      `{"outcome":{"by":"draw","winner":null},"secret":"${END.secret}","seed":"${END.seed}","signatures":{}}`,
    );
    expect(formatPublicEnd({ ...END, replaced: ["west"] })).toContain('"replaced":["west"]');
    expect(formatPublicEnd({ ...END, removed: { east: 4 } })).toContain('"removed":{"east":4}');
    expect(formatPublicEnd({ ...END, joined: { west: 9 } })).toContain('"joined":{"west":9}');
    expect(formatPublicEnd({ ...END, joined: {} })).not.toContain("joined");
    expect(formatPublicEnd({ ...END, removed: {} })).not.toContain("removed");
    expect(formatPublicEntry({ ...ENTRY, hint: true })).toContain('"hint":true');
    expect(formatHeader({ ...HEADER, version: "1.2.0" })).toContain('"version":"1.2.0"');
  });

  test("contain nothing of an entry or a seat but what the format has", () => {
    expect(formatPublicEntry({ ...ENTRY, id: "east:7" } as PublicEntry)).toBe(formatPublicEntry(ENTRY));
    const named = HEADER.seats.map((seat) => ({ ...seat, name: "Citlali" }));
    expect(formatHeader({ ...HEADER, seats: named })).toBe(formatHeader(HEADER));
  });

  test("are what their parsers read", () => {
    expect(parsePublicHeader(formatHeader(HEADER))).toEqual(HEADER);
    expect(parsePublicEntry(formatPublicEntry(ENTRY), RECORD_FORMAT)).toEqual(ENTRY);
    expect(parsePublicEnd(formatPublicEnd(END), RECORD_FORMAT)).toEqual(END);
    const text = formatRecord(HEADER, [ENTRY], END);
    expect(text).toBe(`${formatHeader(HEADER)}\n${formatPublicEntry(ENTRY)}\n${formatPublicEnd(END)}\n`);
  });

  test.each([
    ["white space", (line: string) => `${line} `],
    ["white space inside", (line: string) => line.replace(":", ": ")],
    ["another order of keys", (line: string) => JSON.stringify(turned(JSON.parse(line)))],
    ["a key twice", (line: string) => line.replace("{", '{"seat":"east",')],
    ["an escape", (line: string) => line.replace('"s', '"\\u0073')],
    ["a key more", (line: string) => canonical({ ...JSON.parse(line), more: 1 })],
    ["a byte order mark", (line: string) => `\ufeff${line}`],
    ["no object", () => "[]"],
  ])("are refused with %s", (_, change) => {
    expect(parsePublicHeader(change(formatHeader(HEADER)))).toBeNull();
    expect(parsePublicEntry(change(formatPublicEntry(ENTRY)), RECORD_FORMAT)).toBeNull();
    expect(parsePublicEnd(change(formatPublicEnd(END)), RECORD_FORMAT)).toBeNull();
  });
});

const turned = (value: object) => Object.fromEntries(Object.entries(value).toReversed());

test("a header of format 1 is read too, in any form", () => {
  const { header } = playedRecord();
  expect(header.format).toBe(RECORD_FORMATS[1]);
  expect(parsePublicHeader(` ${JSON.stringify(turned(header))}`)).toEqual(header);
  expect(textOf(playedRecord()).split("\n")[0]).toBe(JSON.stringify(header));
});

test("a chain has the head before the first entry and after each, redacted, with the viewer's own commands", () => {
  const line = formatHeader(HEADER);
  const entries: PublicEntry[] = [
    ENTRY,
    { ...ENTRY, n: 2, by: "clock" },
    { ...ENTRY, n: 3, seat: "west", by: "bot" },
  ];
  const events = [{ type: "rolled", seat: "east", dice: [2] }];
  const start = startChain("east", line);
  const first = extendChain(start, { n: 1, seat: "east", events, command: { type: "roll" } });
  const second = extendChain(first, { n: 2, seat: "east", events });
  const third = extendChain(second, { n: 3, seat: "west", events });
  expect(chainOf(games["flower-war"], line, entries, "east")).toEqual([start, first, second, third]);
  const ofPublic = extendChain(startChain("public", line), { n: 1, seat: "east", events });
  expect(chainOf(games["flower-war"], line, [ENTRY], "public")[1]).toBe(ofPublic);
});
