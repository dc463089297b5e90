import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { describe, expect, test } from "vitest";
import * as flowerWar from "../src/flower-war/texts/index.ts";
import * as spaceAztecs from "../src/space-aztecs/texts/index.ts";
import { format, LANGUAGES } from "../src/texts.ts";
import * as tieqchieq from "../src/tieqchieq/texts/index.ts";

const GAMES = ["flower-war", "space-aztecs", "tieqchieq"] as const;
const MODULES = GAMES.flatMap((game) => LANGUAGES.map((language) => [game, language] as const));

/** Bytes, gzipped, that the texts of a game in one language take at most, and its guide. */
const TARGET = 11_000;
const GUIDE_TARGET = 4_000;

/** Bundles one module as a page's build does; returns its code. */
async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "error",
    root: fileURLToPath(new URL("..", import.meta.url)),
    resolve: { conditions: ["@flower-war/source", "browser", "module", "import", "default"] },
    build: {
      write: false,
      lib: { entry, formats: ["es"] },
      rolldownOptions: { output: { minify: true } },
    },
  });
  const outputs = [result].flat().flatMap((made) => ("output" in made ? made.output : []));
  const chunks = outputs.filter((output): output is Rolldown.OutputChunk => output.type === "chunk");
  return chunks.map(({ code }) => code).join("");
}

describe("the texts of one game in one language", () => {
  test.each(MODULES)(
    "%s, %s: are loaded alone, without rules, and take at most 11 KB gzipped",
    async (game, language) => {
      const code = await bundle(`src/${game}/texts/${language}.ts`);
      expect(code).not.toMatch(/\bfunction\b|=>|\bimport\b/);
      expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(TARGET);
    },
  );

  test.each(MODULES)(
    "%s, %s: have a guide, loaded alone, of at most 4 KB gzipped",
    async (game, language) => {
      const code = await bundle(`src/${game}/texts/guide/${language}.ts`);
      expect(code).not.toMatch(/\bfunction\b|=>|\bimport\b/);
      expect(code).toContain("paragraphs");
      expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(GUIDE_TARGET);
    },
  );

  test.each(MODULES)("%s, %s: say their language", async (game, language) => {
    const module: { readonly [name: string]: unknown } = await import(`../src/${game}/texts/${language}.ts`);
    expect(module[language]).toMatchObject({ language: expect.stringMatching(`^${language}\\b`) });
  });
});

test("the words of every game come with format", () => {
  for (const words of [flowerWar, spaceAztecs, tieqchieq]) {
    expect(words.format).toBe(format);
    expect(words.eventSentences).toBeTypeOf("function");
    expect(words.commandWords).toBeTypeOf("function");
    expect(words.conditionSentence).toBeTypeOf("function");
  }
});
