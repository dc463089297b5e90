import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { beforeAll, expect, test, vi } from "vitest";

/** Bytes of JavaScript, gzipped, before the lobby can be used. */
const LOBBY = 120_000;

/** Bytes of JavaScript, gzipped, that are loaded when a match is on, the lobby's included, but not the texts of the game. */
const MATCH = 220_000;

/** Bytes of a game's texts in one language, gzipped: names, cards, events, rules. */
const TEXTS = 13_500;

const WEB = fileURLToPath(new URL("..", import.meta.url));

let chunks: readonly Rolldown.OutputChunk[];

beforeAll(async () => {
  vi.stubEnv("NODE_ENV", "production");
  const result = await build({
    root: WEB,
    configFile: join(WEB, "vite.config.ts"),
    logLevel: "error",
    build: { write: false },
  });
  chunks = [result]
    .flat()
    .flatMap((made) => ("output" in made ? made.output : []))
    .filter((each) => each.type === "chunk");
}, 120_000);

test("the lobby can be used after 120 KB of JavaScript", () => {
  expect(sizeOf(lobby())).toBeLessThanOrEqual(LOBBY);
});

test("the lobby loads neither the realtime client nor a game", () => {
  const code = [...lobby()].map((name) => chunk(name).moduleIds.join("\n")).join("\n");
  expect(code).not.toMatch(/@colyseus/);
  expect(code).not.toMatch(/rules\/src\/[\w-]+\/legal/);
});

test.each(["flower-war", "space-aztecs", "tieqchieq"])(
  "a match of %s takes 220 KB of JavaScript in all",
  (game) => {
    const parts = [
      ...chunksOf("web/src/match/match-page.tsx"),
      ...chunksOf("client-sdk/src/realtime.ts"),
      ...chunksOf(`client-sdk/src/games/${game}.ts`),
      ...gameUi(game),
    ];
    expect(parts.length).toBeGreaterThanOrEqual(4);
    expect(sizeOf(closure([...lobby(), ...parts]))).toBeLessThanOrEqual(MATCH);
  },
);

test.each(["flower-war", "space-aztecs", "tieqchieq"])(
  "the texts of %s take 13.5 KB in a language",
  (game) => {
    const texts = gameTexts(game);
    expect(texts.length).toBe(1);
    expect(sizeOf(new Set(texts))).toBeLessThanOrEqual(TEXTS);
  },
);

/** What the browser has when it shows the lobby: the entry and the texts of one language, with all that they import. */
function lobby(): ReadonlySet<string> {
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (entry === undefined) throw new Error("the page has no entry");
  return closure([entry.fileName, ...chunksOf("web/src/texts/es.po")]);
}

/**
 * The page's own part of a game: what of its folder is loaded on demand, with its texts in one language. Its story is left
 * out: results and replays load it, when the match is over.
 */
function gameUi(game: string): readonly string[] {
  const parts = chunks.filter(
    ({ isDynamicEntry, facadeModuleId }) =>
      isDynamicEntry &&
      facadeModuleId?.includes(`web/src/games/${game}/`) &&
      !/\/(?:en|xx)\.po$|\/story\.ts$/.test(facadeModuleId),
  );
  return parts.map(({ fileName }) => fileName);
}

/** The rules' texts of a game in Spanish, which are the longest. */
const gameTexts = (game: string): readonly string[] => chunksOf(`/${game}/texts/es.ts`);

/** The chunks that a dynamic import of a module loads first. */
function chunksOf(path: string): readonly string[] {
  return chunks
    .filter(({ facadeModuleId }) => facadeModuleId?.endsWith(path))
    .map(({ fileName }) => fileName);
}

/** These files and all that they import. */
function closure(names: readonly string[]): ReadonlySet<string> {
  const known = new Set<string>();
  const add = (name: string) => {
    if (known.has(name)) return;
    known.add(name);
    chunk(name).imports.forEach(add);
  };
  names.forEach(add);
  return known;
}

function chunk(name: string): Rolldown.OutputChunk {
  const found = chunks.find(({ fileName }) => fileName === name);
  if (found === undefined) throw new Error(`the build has no ${name}`);
  return found;
}

/** Each file is compressed by itself, as it is sent. */
function sizeOf(names: ReadonlySet<string>): number {
  return [...names].reduce((sum, name) => sum + gzipSync(chunk(name).code, { level: 9 }).length, 0);
}
