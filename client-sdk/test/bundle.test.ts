import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { beforeAll, expect, it } from "vitest";

/** bytes, gzipped: the SDK, its dependencies and what it needs of the rules of one game */
const TARGET = 75_000;

type Chunk = Rolldown.OutputChunk;

/** Bundles the whole of the SDK's front door for browsers, as a page's build does. */
async function bundle(): Promise<readonly Chunk[]> {
  const result = await build({
    configFile: false,
    logLevel: "error",
    root: fileURLToPath(new URL("..", import.meta.url)),
    resolve: { conditions: ["@flower-war/source", "browser", "module", "import", "default"] },
    build: {
      write: false,
      lib: { entry: "src/index.ts", formats: ["es"] },
      rolldownOptions: { output: { minify: true } },
    },
  });
  const outputs = [result].flat().flatMap((made) => ("output" in made ? made.output : []));
  return outputs.filter((output) => output.type === "chunk");
}

let chunks: readonly Chunk[];
beforeAll(async () => {
  chunks = await bundle();
});

/** The files that a browser fetches for these: they, and what they import. */
function fetched(names: readonly string[], known: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  const fresh = names.filter((name) => !known.has(name));
  if (fresh.length === 0) return known;
  const imports = chunks.filter(({ fileName }) => fresh.includes(fileName)).flatMap((chunk) => chunk.imports);
  return fetched(imports, new Set([...known, ...fresh]));
}

const codeOf = (names: ReadonlySet<string>): string =>
  chunks.flatMap(({ fileName, code }) => (names.has(fileName) ? code : [])).join("");

it("nothing of Node's is in the SDK", () => {
  const code = chunks.map((chunk) => chunk.code).join("");
  expect(code).not.toMatch(/\b(?:from|import\()\s*["'](?:node:|fs|crypto|events|stream|net)/);
});

it("the SDK with the rules of any one game takes at most 75 KB gzipped in a browser", () => {
  const entry = chunks.find(({ isEntry }) => isEntry);
  const games = entry?.dynamicImports ?? [];
  expect(games.length).toBeGreaterThan(1);
  for (const game of games) {
    const code = codeOf(fetched([entry?.fileName ?? "", game]));
    expect(gzipSync(code, { level: 9 }).length, game).toBeLessThanOrEqual(TARGET);
  }
});
