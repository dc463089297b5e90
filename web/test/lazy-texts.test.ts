/** A part of the page that is loaded later brings the texts of all that it imports. Who misses one reads English. */
import { expect, test } from "vitest";
import { PARTS } from "../src/texts/parts.ts";
import { PageModules } from "./support/page-modules.ts";

const modules = new PageModules();
const lazyImports = modules.listLazyImports();

test("the page loads parts later", () => {
  expect(lazyImports.map(({ entry }) => entry)).toEqual(
    expect.arrayContaining(["match/match-page.tsx", "door/door-page.tsx", "games/tieqchieq/ui.ts"]),
  );
});

test.each(lazyImports)("$entry comes to $from with its texts and no others", ({ entry, texts }) => {
  const shown = modules.foldersOfTexts(entry, PARTS).filter((folder) => folder !== "");
  expect(texts.toSorted()).toEqual(shown);
});

test.each([
  ["app/main.tsx", []],
  ["operator/main.tsx", ["operator", "passkeys"]],
  ["firmware/main.tsx", ["firmware"]],
])("%s begins with its own texts, and without those of other parts", (entry, own) => {
  const shown = modules.foldersOfTexts(entry, [...PARTS, "firmware", "operator"]);
  expect(shown.filter((folder) => folder !== "").toSorted()).toEqual(own);
});
