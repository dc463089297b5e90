/** Drawings never differ in their colours alone: who cannot tell these apart sees another shape. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ART = join(import.meta.dirname, "../src/art");

/** Returns pairs of drawings of a sheet that differ in nothing but their colours. */
function alikeIn(sheet: string): readonly string[] {
  const known = new Map<string, string>();
  const symbols = sheet.matchAll(/<symbol id="([^"]+)"([^>]*>.*?)<\/symbol>/gs);
  return [...symbols].flatMap(([, id = "", drawing = ""]) => {
    const shape = drawing.replaceAll(/(fill|stroke|color)="(?!none")[^"]*"/g, "$1");
    const same = known.get(shape);
    known.set(shape, id);
    return same === undefined ? [] : [`${same}, ${id}`];
  });
}

test.each(globSync("*.svg", { cwd: ART }))("%s has no two drawings that differ in colour alone", (sheet) => {
  expect(alikeIn(readFileSync(join(ART, sheet), "utf8"))).toEqual([]);
});

test("two drawings that differ in colour alone are found", () => {
  const token = (id: string, colour: string, sign: string) =>
    `<symbol id="${id}" viewBox="0 0 9 9"><circle r="4" fill="${colour}" stroke="none"/>${sign}</symbol>`;
  const plain = [token("red", "#c2352a", ""), token("yellow", "#e8b02c", "")];
  expect(alikeIn(plain.join("\n"))).toEqual(["red, yellow"]);
  expect(alikeIn([plain[0], token("yellow", "#e8b02c", '<path d="M0 0V9"/>')].join("\n"))).toEqual([]);
});
