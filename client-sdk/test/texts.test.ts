import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { beforeAll, describe, expect, test } from "vitest";
import * as flowerWar from "../src/flower-war.ts";
import * as spaceAztecs from "../src/space-aztecs.ts";
import { LANGUAGES, loadGuide } from "../src/texts/index.ts";
import * as tieqchieq from "../src/tieqchieq.ts";

const GAMES = { "flower-war": flowerWar, "space-aztecs": spaceAztecs, tieqchieq } as const;
const NAMES = ["flower-war", "space-aztecs", "tieqchieq"] as const;
const MODULES = NAMES.flatMap((game) => LANGUAGES.map((language) => [game, language] as const));

/** Bytes, gzipped, that the texts of a game in one language take at most, and its guide. */
const TARGET = 11_000;
const GUIDE_TARGET = 4_000;

let chunks: readonly Rolldown.OutputChunk[];

/** Bundles the texts as a page's build does. */
beforeAll(async () => {
  const result = await build({
    configFile: false,
    logLevel: "error",
    root: fileURLToPath(new URL("..", import.meta.url)),
    resolve: { conditions: ["@flower-war/source", "browser", "module", "import", "default"] },
    build: {
      write: false,
      lib: { entry: ["src/texts/index.ts", ...NAMES.map((name) => `src/${name}.ts`)], formats: ["es"] },
      rolldownOptions: { output: { minify: true } },
    },
  });
  const outputs = [result].flat().flatMap((made) => ("output" in made ? made.output : []));
  chunks = outputs.filter((output): output is Rolldown.OutputChunk => output.type === "chunk");
});

/** Returns the file that a browser loads for a module of the rules. */
function chunkOf(module: string): Rolldown.OutputChunk {
  const [found, ...more] = chunks.filter(({ facadeModuleId }) =>
    facadeModuleId?.endsWith(`rules/src/${module}`),
  );
  if (found === undefined || more.length > 0) throw new Error(`the bundle has not one chunk for ${module}`);
  return found;
}

/** Returns the modules that a file brings along. */
function modulesOf({ moduleIds, imports }: Rolldown.OutputChunk): readonly string[] {
  const imported = chunks.filter(({ fileName }) => imports.includes(fileName));
  return [...moduleIds, ...imported.flatMap(modulesOf)].map((id) => id.replace(/^.*\/rules\/src\//, ""));
}

describe("the texts of one game in one language", () => {
  test.each(MODULES)("%s, %s: are loaded without rules, and take at most 11 KB gzipped", (game, language) => {
    const texts = `${game}/texts/${language}.ts`;
    const chunk = chunkOf(texts);
    expect(chunk.code).not.toMatch(/\bfunction\b|=>/);
    const others = modulesOf(chunk).filter((module) => module !== texts);
    expect(others.filter((module) => !module.startsWith("texts/"))).toEqual([]);
    expect(gzipSync(chunk.code, { level: 9 }).length).toBeLessThanOrEqual(TARGET);
  });

  test.each(MODULES)("%s, %s: have a guide, loaded alone, of at most 4 KB gzipped", (game, language) => {
    const { code } = chunkOf(`${game}/texts/guide/${language}.ts`);
    expect(code).not.toMatch(/\bfunction\b|=>|\bimport\b/);
    expect(code).toContain("paragraphs");
    expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(GUIDE_TARGET);
  });

  test.each(MODULES)("%s, %s: are loaded by game and language, and say theirs", async (game, language) => {
    const texts = await GAMES[game].loadTexts(language);
    expect(texts.language).toMatch(new RegExp(`^${language}\\b`));
    const folder = `../../rules/src/${game}/texts`;
    expect(texts).toBe((await import(`${folder}/${language}.ts`))[language]);
    expect(await loadGuide(game, language)).toBe((await import(`${folder}/guide/${language}.ts`))[language]);
  });
});

test("every game comes with its words", () => {
  for (const words of Object.values(GAMES)) {
    expect(words.eventSentences).toBeTypeOf("function");
    expect(words.commandWords).toBeTypeOf("function");
    expect(words.conditionSentence).toBeTypeOf("function");
  }
});
