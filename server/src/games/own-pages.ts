import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { dirname, extname, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { versionOf } from "@flower-war/rules";
import type { GamePage } from "@flower-war/rules/page";
import { init, parse } from "es-module-lexer";
import { StartError } from "../start-error.ts";
import { findPageFault } from "./check-page.ts";
import type { HostedGame } from "./hosted-game.ts";

/** The package that pages may import, and where the built page has it for them (web/vite.own-games.config.ts). */
const RULES = { package: "@flower-war/rules", url: "/own-games/rules.js" } as const;

/** The page of a game that the built page does not know: what it shows, and the modules that browsers load for that. */
export interface OwnPage {
  readonly page: GamePage;
  /** The path at which the server sends its first module; another one whenever a file is another. */
  readonly module: string;
  /** The modules as JavaScript, by their paths. */
  readonly modules: ReadonlyMap<string, string>;
  /** Those of earlier versions of the game that have one, by version. */
  readonly earlier: ReadonlyMap<number, OwnPage>;
}

/**
 * Loads the pages of all games that bring one.
 * @returns by the game's name
 * @throws `StartError` naming the game, the file and what is wrong with it
 */
export async function loadOwnPages(
  games: ReadonlyMap<string, HostedGame>,
): Promise<ReadonlyMap<string, OwnPage>> {
  const pages = new Map<string, OwnPage>();
  for (const [name, hosted] of games) {
    if (hosted.page === undefined) continue;
    const earlier = new Map<number, OwnPage>();
    for (const each of hosted.earlier ?? []) {
      if (each.page !== undefined) earlier.set(versionOf(each.game), await loadOwnPage(each, each.page));
    }
    pages.set(name, { ...(await loadOwnPage(hosted, hosted.page)), earlier });
  }
  return pages;
}

async function loadOwnPage(hosted: HostedGame, url: URL): Promise<OwnPage> {
  const { name } = hosted.game;
  const fail = (reason: string, cause?: unknown) =>
    new StartError(`The page of the game ${name} cannot be shown: ${reason}.`, cause);
  let loaded: { readonly default?: unknown };
  let files: ReadonlyMap<string, string>;
  try {
    files = await readModules(fileURLToPath(url));
    loaded = (await import(url.href)) as typeof loaded;
  } catch (error) {
    const [reason = ""] = String(error instanceof Error ? error.message : error).split("\n");
    throw fail(reason.replace(/\.$/, ""), error);
  }
  const fault = findPageFault(loaded.default, hosted);
  if (fault !== null) throw fail(fault);
  const hash = createHash("sha256")
    .update(JSON.stringify([...files]))
    .digest("hex")
    .slice(0, 16);
  const at = (file: string) => `/own-games/${name}/${hash}/${file}`;
  const [first = ""] = files.keys();
  const modules = new Map([...files].map(([file, source]) => [at(file), source]));
  return { page: loaded.default as GamePage, module: at(first), modules, earlier: new Map() };
}

/**
 * Reads a module and all that it imports, as browsers take them: types are stripped, and the rules' package is that of the built page.
 * Nothing else of the folder is ever sent.
 * @returns by the path from the module's folder, the module itself first
 */
async function readModules(first: string): Promise<ReadonlyMap<string, string>> {
  await init();
  const root = dirname(first);
  const modules = new Map<string, string>();
  const open = [first];
  for (let file = open.shift(); file !== undefined; file = open.shift()) {
    const path = relative(root, file).split(sep).join("/");
    if (modules.has(path)) continue;
    const { source, imported } = toBrowser(path, await readFile(file, "utf8"));
    modules.set(path, source);
    for (const specifier of imported) {
      const found = fileURLToPath(new URL(specifier, pathToFileURL(file)));
      if (relative(root, found).startsWith(".."))
        throw new Error(`${path} imports ${specifier}, which is outside of its folder`);
      open.push(found);
    }
  }
  return modules;
}

/** Returns a module as JavaScript, and the files that it imports. */
function toBrowser(path: string, text: string): { readonly source: string; readonly imported: string[] } {
  let source = [".ts", ".mts"].includes(extname(path)) ? stripTypeScriptTypes(text) : text;
  const imported: string[] = [];
  // From the last one, so that the places of those before stay right.
  for (const found of parse(source, path)[0].toReversed()) {
    if (found.type === "import-meta") continue;
    const { type, specifier, start, end } = found;
    if (type !== "dynamic" && /^\.\.?\//.test(specifier)) imported.push(specifier);
    else if (type !== "dynamic" && specifier === RULES.package)
      source = source.slice(0, start) + RULES.url + source.slice(end);
    else
      throw new Error(
        `${path} imports ${source.slice(start, end)}, but a page may import only files beside it and ${RULES.package}`,
      );
  }
  return { source, imported };
}
