/** What CSS modules share by `composes` stands in a file of every part that has it, in any order: it must not override anything. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "../src");
const read = (file: string) => readFileSync(join(SOURCES, file), "utf8").replaceAll(/\/\*.*?\*\//gs, "");

/** The files of which classes are composed. */
const shared = globSync("**/*.module.css", { cwd: SOURCES }).flatMap((file) =>
  [...read(file).matchAll(/composes:[^;]+ from "([^"]+)"/g)].map(([, from = ""]) =>
    join(dirname(file), from),
  ),
);

test.each([...new Set(shared)].toSorted())("%s has rules without specificity alone", (file) => {
  const selectors = [...read(file).matchAll(/([^{}]+)\{/g)].map(([, selector = ""]) => selector.trim());
  expect(selectors.filter((selector) => !/^:where\([^()]+\)$|^@/.test(selector))).toEqual([]);
  expect(selectors.length).toBeGreaterThan(0);
});
