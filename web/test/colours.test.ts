/** Colours of the page have names, all in one file: src/design/palette.css. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const WEB = join(import.meta.dirname, "..");
const PALETTE = "src/design/palette.css";
const OFFLINE = "public/offline.css";

/** A colour as hexadecimal digits, by a function, or by one of the names that hands write. */
const COLOUR =
  /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(|(?<![\w-])(?:white|black|gr[ae]y|silver|red|orange|yellow|gold|green|teal|blue|navy|purple|pink|brown)(?![\w-])/gi;

const DECLARATION = /(--[\w-]+):\s*([^;]+);/g;

const read = (file: string) => readFileSync(join(WEB, file), "utf8").replaceAll(/\/\*.*?\*\//gs, "");
const sheets = globSync("src/**/*.css", { cwd: WEB }).toSorted();
const palette = declarationsOf(PALETTE);

test("no CSS file but the palette has a colour of its own", () => {
  expect(sheets).toContain(PALETTE);
  const found = sheets
    .filter((file) => file !== PALETTE)
    .flatMap((file) => {
      const values = read(file).matchAll(/:\s([^;{}]+)[;}]/g);
      return [...values].flatMap(([, value = ""]) =>
        (value.match(COLOUR) ?? []).map((colour) => `${file}: ${colour}`),
      );
    });
  expect(found).toEqual([]);
});

test("each token that a CSS file uses exists, and each colour of the palette is used", () => {
  const parts = globSync("src/**/*.{tsx,svg}", { cwd: WEB });
  const texts = [...sheets, ...parts].map(read);
  const used = new Set(
    texts.flatMap((text) => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name = ""]) => name)),
  );
  const set = new Set([
    ...sheets.flatMap((file) => [...declarationsOf(file).keys()]),
    ...texts.flatMap((text) => [...text.matchAll(/"(--[\w-]+)"/g)].map(([, name = ""]) => name)),
  ]);
  // `var(--seat-${id})` uses all whose names begin like this.
  const families = [...used].filter((name) => name.endsWith("-"));
  const isOfFamily = (name: string) => families.some((start) => name.startsWith(start));
  expect([...used].filter((name) => !name.endsWith("-") && !set.has(name))).toEqual([]);
  expect([...palette.keys()].filter((name) => !used.has(name) && !isOfFamily(name))).toEqual([]);
});

test("the offline page, which has no other file, has the palette's colours", () => {
  const own = declarationsOf(OFFLINE);
  expect(own.size).toBeGreaterThan(0);
  for (const [name, value] of own) expect(value, name).toBe(palette.get(name));
  const rest = read(OFFLINE).replaceAll(DECLARATION, "");
  expect(rest.match(COLOUR)).toBeNull();
});

function declarationsOf(file: string): ReadonlyMap<string, string> {
  return new Map([...read(file).matchAll(DECLARATION)].map(([, name = "", value = ""]) => [name, value]));
}
