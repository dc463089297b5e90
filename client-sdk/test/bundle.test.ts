import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { beforeAll, expect, it } from "vitest";

/** Bytes, gzipped: the SDK, its dependencies, and what it needs of the rules of one game. */
const TARGET = 75_000;

/** Bytes, gzipped: what a page loads with the SDK before it opens its first connection. */
const HTTP_TARGET = 6_630;

type Chunk = Rolldown.OutputChunk;

/** Bundles everything that the SDK's main entry exports for browsers, as a page's build does. */
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

/** Returns the files that a browser fetches for these: they, and what they import. */
function fetched(names: readonly string[], known: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  const fresh = names.filter((name) => !known.has(name));
  if (fresh.length === 0) return known;
  const imports = chunks.filter(({ fileName }) => fresh.includes(fileName)).flatMap((chunk) => chunk.imports);
  return fetched(imports, new Set([...known, ...fresh]));
}

const codeOf = (names: ReadonlySet<string>): string =>
  chunks.flatMap(({ fileName, code }) => (names.has(fileName) ? code : [])).join("");

it("the SDK imports no module of Node", () => {
  const code = chunks.map((chunk) => chunk.code).join("");
  expect(code).not.toMatch(/\b(?:from|import\()\s*["'](?:node:|fs|crypto|events|stream|net)/);
});

it("the SDK with its connection and the rules of any one game takes at most 75 KB gzipped in a browser", () => {
  const entry = entryChunk();
  const realtime = entry.dynamicImports.filter((name) => name.startsWith("realtime-"));
  expect(realtime).toHaveLength(1);
  const games = entry.dynamicImports.filter((name) => !realtime.includes(name));
  expect(games.length).toBeGreaterThan(1);
  for (const game of games) {
    expect(sizeOf([entry.fileName, ...realtime, game]), game).toBeLessThanOrEqual(TARGET);
  }
});

it("the SDK takes at most 6.63 KB gzipped until it connects", () => {
  expect(sizeOf([entryChunk().fileName])).toBeLessThanOrEqual(HTTP_TARGET);
});

function entryChunk(): Chunk {
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (entry === undefined) throw new Error("the bundle has no entry");
  return entry;
}

/** Returns the bytes, gzipped, of these files and of all that they import. */
function sizeOf(names: readonly string[]): number {
  return gzipSync(codeOf(fetched(names)), { level: 9 }).length;
}
