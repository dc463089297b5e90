import { plural } from "../../src/texts/catalogue.ts";
import { describe, expect, test } from "vitest";
import { format, formatAll, formatList, formatParts, slotsOf } from "../../src/texts/index.ts";

const SKULLS = { by: "skulls", one: "{who} pays {skulls} skull", other: "{who} pays {skulls} skulls" };

describe("format", () => {
  test.each([
    [0, "Jun pays 0 skulls"],
    [1, "Jun pays 1 skull"],
    [2, "Jun pays 2 skulls"],
    [21, "Jun pays 21 skulls"],
  ])("picks the form for %i", (skulls, expected) => {
    expect(format(SKULLS, { who: "Jun", skulls }, "en-GB")).toBe(expected);
  });

  test("fills a slot as often as it occurs", () => {
    expect(format("{a}, {b}, {a}", { a: 1, b: "x" }, "en-GB")).toBe("1, x, 1");
  });

  test("leaves a slot without a value as it is", () => {
    expect(format("It costs {cost}.", {}, "en-GB")).toBe("It costs {cost}.");
  });

  test("takes a value literally, whatever is in it", () => {
    expect(format("{who}: {x}", { who: "{x} $& $1", x: 2 }, "en-GB")).toBe("{x} $& $1: 2");
  });
});

test("plural makes both forms of one text", () => {
  expect(plural("skulls", "{skulls} [skull|skulls] of {who} [goes|go] away")).toEqual({
    by: "skulls",
    one: "{skulls} skull of {who} goes away",
    other: "{skulls} skulls of {who} go away",
  });
});

test("parts are words and values, in order", () => {
  expect(formatParts(SKULLS, { who: "Jun", skulls: 1 }, "en-GB")).toEqual([
    { text: "Jun", slot: "who" },
    { text: " pays ", slot: null },
    { text: "1", slot: "skulls" },
    { text: " skull", slot: null },
  ]);
});

test("sentences make a paragraph", () => {
  const sentences = [
    { text: "{n} left.", values: { n: 1 } },
    { text: "Full.", values: {} },
  ];
  expect(formatAll(sentences, "en-GB")).toBe("1 left. Full.");
});

test("lists follow the language", () => {
  expect(formatList(["acatl", "calli", "olin"], "en-GB")).toBe("acatl, calli and olin");
  expect(formatList(["acatl", "ichtli"], "es")).toBe("acatl e ichtli");
  expect(formatList(["3", "4", "5"], "en-GB", "disjunction")).toBe("3, 4 or 5");
});

test("slots are those of both forms and of the number", () => {
  expect(slotsOf({ by: "n", one: "{a}", other: "{b} {a}" })).toEqual(["a", "b", "n"]);
});
