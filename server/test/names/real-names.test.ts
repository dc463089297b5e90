/** Which names pass, of real people, and which do not, of who tries to seem another (docs/protocol.md, "Names"). */
import { describe, expect, test } from "vitest";
import { requireName } from "../../src/names/name-rules.ts";
import { openWordFilter } from "../../src/names/word-filter.ts";
import { RefusalError } from "../../src/refusal.ts";
import { CLAIMS, DISGUISES, REAL_NAMES, REFUSED_THOUGH_REAL, WORD_TRICKS } from "./real-names.ts";

const filter = openWordFilter({ words: [], allowed: [] });

/** Returns how a name is answered: it is as it was, or the code with which it is refused. */
function answerTo(name: string): string {
  try {
    return requireName(name, filter) === name.normalize("NFKC") ? "passes" : "is changed";
  } catch (error) {
    return error instanceof RefusalError ? error.body.code : String(error);
  }
}

const splitNames = (names: string) => names.split(/,\s+/);
/** Names with their answers, of those that have another one than they should. */
const others = (names: readonly string[], ...expected: readonly string[]) =>
  names.map((name) => [name, answerTo(name)]).filter(([, answer = ""]) => !expected.includes(answer));

describe("names of real people", () => {
  test.each(Object.entries(REAL_NAMES))("%s pass, in small and in capital letters", (_, names) => {
    const list = splitNames(names);
    expect(list.length).toBeGreaterThan(25);
    expect(others(list, "passes")).toEqual([]);
    expect(
      others(
        list.map((name) => name.toUpperCase()),
        "passes",
      ),
    ).toEqual([]);
  });

  test("that are words by themselves are refused, and pass where the host allows them", () => {
    expect(others(splitNames(REFUSED_THOUGH_REAL), "name-refused", "name-reserved")).toEqual([]);
    const allowing = openWordFilter({ words: [], allowed: ["dick", "bich"] });
    expect(requireName("Dick Whittington", allowing)).toBe("Dick Whittington");
    expect(requireName("Bich", allowing)).toBe("Bich");
  });
});

describe("a name is refused", () => {
  test("that claims a say, however it is written", () => {
    expect(others(CLAIMS, "name-reserved")).toEqual([]);
  });

  test("with letters that only look right, or with invisible characters", () => {
    expect(others(DISGUISES, "name-scripts", "name-characters", "name-marks", "bad-request")).toEqual([]);
  });

  test("with a word of the filter, however it is written", () => {
    expect(others(WORD_TRICKS, "name-refused")).toEqual([]);
  });
});

test("words of other languages are no English ones in talk", () => {
  for (const line of [
    "¡Feliz cumpleaños!",
    "el disco negro",
    "un análisis, para analizar",
    "un rapero",
    "assez",
  ])
    expect(filter.mask(line)).toBe(line);
});
