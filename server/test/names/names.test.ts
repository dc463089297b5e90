/** Names that look the same, and words that a host does not want to read (docs/protocol.md, "Names"). */
import { NAME_LENGTH } from "@flower-war/protocol";
import { NAME_BYTES, readName } from "@flower-war/protocol/players";
import { describe, expect, test } from "vitest";
import { distinctName } from "../../src/names/distinct-name.ts";
import { lookTheSame } from "../../src/names/look.ts";
import { openWordFilter } from "../../src/names/word-filter.ts";

describe("names look the same", () => {
  test.each([
    ["Citlali", "Citlali"],
    ["Citlali", "CITLALI"],
    ["Itzel", "ltzel"],
    ["Itzel", "1tzel"],
    ["Omar", "0mar"],
    ["Mario", "Μαrιο"],
    ["Rosa", "Rоѕа"],
    ["corner", "comer"],
    ["Kate", "Кате"],
    ["Xoce", "Хосе"],
    ["max", "мах"],
    ["Tomas", "Томаѕ"],
    ["Paco", "Расо"],
    ["Iván", "Iva\u0301n"],
    ["علیرضا", "علی‌رضا"],
  ])("%s and %s", (one, other) => {
    expect(lookTheSame(one, other)).toBe(true);
    expect(lookTheSame(other, one)).toBe(true);
  });

  test.each([
    ["Citlali", "Citlalli"],
    ["Jose", "José"],
    ["Ana", "Ana 2"],
    ["王明", "王朋"],
    ["🌺", "🌼"],
    ["Maria", "Мария"],
  ])("but not %s and %s", (one, other) => {
    expect(lookTheSame(one, other)).toBe(false);
  });
});

describe("a name at a table", () => {
  test("is the player's own, or has the first free number", () => {
    expect(distinctName("Ana", [])).toBe("Ana");
    expect(distinctName("Ana", ["Itzel", "easy bot"])).toBe("Ana");
    expect(distinctName("Ana", ["Ana", "ana 2", "Ana 4"])).toBe("Ana 3");
  });

  test.each(["x".repeat(NAME_LENGTH), "字".repeat(NAME_LENGTH), "देवी".repeat(8), "👨‍👩‍👧‍👦".repeat(4)])(
    "keeps to the limits with its number: %s",
    (name) => {
      const numbered = distinctName(name, [name]);
      expect(readName(numbered)).toEqual({ name: numbered });
      expect(numbered).toMatch(/ 2$/);
      expect(Buffer.byteLength(numbered)).toBeLessThanOrEqual(NAME_BYTES);
    },
  );
});

describe("the word filter", () => {
  test("finds and masks the library's words, also in other spellings", () => {
    const filter = openWordFilter({ words: [], allowed: [] });
    expect(filter.finds("Fuck")).toBe(true);
    expect(filter.mask("what the fücK, Ana?")).toBe("what the ****, Ana?");
    for (const name of ["Citlali", "Analía", "ANALÍA", "Scunthorpe", "Dickens", "Concha", "Nezahualcóyotl"]) {
      expect(filter.finds(name)).toBe(false);
    }
  });

  test("finds Spanish words, but none that people say without harm", () => {
    const filter = openWordFilter({ words: [], allowed: [] });
    expect(filter.mask("¡Qué MIERDA! Cabrones, putas, hijo de puta")).toBe(
      "¡Qué ******! ********, *****, ************",
    );
    for (const text of ["Concha", "un martillo", "la disputa", "computadora", "el infierno", "Diputada"])
      expect(filter.finds(text), text).toBe(false);
  });

  test("finds words whose letters stand apart", () => {
    const filter = openWordFilter({ words: ["tonto"], allowed: [] });
    expect(filter.mask("you f u c k, m.i.e.r.d.a!")).toBe("you * * * *, *.*.*.*.*.*!");
    expect(filter.finds("t-o-n-t-o")).toBe(true);
    for (const text of ["a b c d e", "x y z", "I a m t o", "O. K. a t e", "A. B. Cassandra"])
      expect(filter.finds(text), text).toBe(false);
  });

  test("finds the host's own words, not within others, and nothing in those that the host allows", () => {
    const filter = openWordFilter({ words: ["tonto", "Ñoño", "guarro"], allowed: ["kike"] });
    expect(filter.mask("eres tonto, TONTO")).toBe("eres *****, *****");
    expect(filter.mask("tontos atontados")).toBe("tontos atontados");
    expect(filter.mask("un ñoño, Ñoño, GUARRO")).toBe("un ****, ****, ******");
    expect(filter.finds("Kike")).toBe(false);
    expect(openWordFilter({ words: [], allowed: [] }).finds("Kike")).toBe(true);
  });

  test("finds nothing when it is off", () => {
    const filter = openWordFilter(null);
    expect(filter.finds("fuck")).toBe(false);
    expect(filter.mask("fuck")).toBe("fuck");
  });
});
