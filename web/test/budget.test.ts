import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { type Language, LANGUAGES as ALL } from "@flower-war/client-sdk/texts";
import { build, type Rolldown } from "vite";
import { beforeAll, expect, test, vi } from "vitest";

/** Bytes of JavaScript, gzipped, before the lobby can be used. */
const LOBBY = 120_000;

/** Bytes of JavaScript, gzipped, that are loaded when a match is on: the lobby's and all texts of one language included. */
const MATCH = 221_000;

/** English is the shortest, and its files are named otherwise. */
const LANGUAGES = ALL.filter((language) => language !== "en");
const GAMES = ["flower-war", "space-aztecs", "tieqchieq"];

const WEB = fileURLToPath(new URL("..", import.meta.url));

let chunks: readonly Rolldown.OutputChunk[];
/** The scripts that the page's HTML names. */
let scripts: readonly string[];

/** ms since 1970 */
let began: number;

beforeAll(async () => {
  began = Date.now();
  vi.stubEnv("NODE_ENV", "production");
  const result = await build({
    root: WEB,
    configFile: join(WEB, "vite.config.ts"),
    logLevel: "error",
    build: { write: false },
  });
  const files = [result].flat().flatMap((made) => ("output" in made ? made.output : []));
  chunks = files.filter((each) => each.type === "chunk");
  const page = files.find(({ fileName }) => fileName === "index.html");
  const html = page?.type === "asset" ? String(page.source) : "";
  scripts = [...html.matchAll(/<script [^>]*src="\/([^"]+)"/g)].map(([, file = ""]) => file);
});

test("measuring leaves the built page as it is: a server may be sending it", async () => {
  const dist = join(WEB, "dist");
  const files = await readdir(dist, { recursive: true }).catch(() => []);
  const written = await Promise.all(files.map(async (file) => (await stat(join(dist, file))).mtimeMs));
  expect(Math.max(0, ...written)).toBeLessThan(began);
});

test.each(LANGUAGES)("the lobby can be used after 120 KB of JavaScript (%s)", (language) => {
  expect(sizeOf(lobby(language))).toBeLessThanOrEqual(LOBBY);
});

test("the lobby loads neither the realtime client nor a game", () => {
  const modules = modulesOf(lobby("en"));
  expect(modules).not.toMatch(/@colyseus/);
  expect(modules).not.toMatch(/rules\/src\/[\w-]+\/legal/);
});

test.each(GAMES.flatMap((game) => LANGUAGES.map((language) => [game, language] as const)))(
  "a match of %s takes at most 221 KB of JavaScript in all (%s)",
  (game, language) => {
    const parts = [
      chunkOf("web/src/match/match-page.tsx"),
      chunkOf("client-sdk/src/realtime.ts"),
      chunkOf(`client-sdk/src/games/${game}.ts`),
      chunkOf(`web/src/games/${game}/ui.ts`),
      chunkOf(`web/src/games/${game}/messages/${language}.po`),
      chunkOf(`rules/src/${game}/texts/${language}.ts`),
    ];
    const loaded = closure([...lobby(language), ...parts]);
    expect(sizeOf(loaded)).toBeLessThanOrEqual(MATCH);
    expect(modulesOf(loaded), "a match loads the guide").not.toMatch(/\/texts\/guide\//);
  },
);

/** What the browser has when it shows the lobby: the page's scripts and the texts of one language, with all that they import. */
function lobby(language: Language): ReadonlySet<string> {
  if (scripts.length === 0) throw new Error("the page has no script");
  return closure([...scripts, chunkOf(`web/src/texts/languages/${language}.ts`)]);
}

/** The chunk that a dynamic import of a module loads first. */
function chunkOf(path: string): string {
  const [found, ...more] = chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(path));
  if (found === undefined || more.length > 0) throw new Error(`the build has not one chunk for ${path}`);
  return found.fileName;
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

/** The names of all modules in these files. */
function modulesOf(names: ReadonlySet<string>): string {
  return [...names].flatMap((name) => chunk(name).moduleIds).join("\n");
}

/** Each file is compressed by itself, as it is sent. */
function sizeOf(names: ReadonlySet<string>): number {
  return [...names].reduce((sum, name) => sum + gzipSync(chunk(name).code, { level: 9 }).length, 0);
}
