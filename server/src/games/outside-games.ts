import { createRequire, registerHooks } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { versionOf } from "@flower-war/rules";
import { StartError } from "../start-error.ts";
import { findFault } from "./check-game.ts";
import type { HostedGame } from "./hosted-game.ts";
import { GAMES } from "./index.ts";
import { inherit, nameErrors } from "./name-errors.ts";
import type { HostedGames } from "./versions.ts";

/** Packages of which a game gets the server's own copy, wherever it lies. */
const OWN_PACKAGES = /^@flower-war\/(rules|protocol|server)(\/|$)/;

/**
 * Loads games that are not part of the project.
 * @param paths absolute; modules whose default export is a `HostedGame`, or folders of them
 * @throws `StartError` naming the path at fault, and why; also if two games have one name and version
 */
export async function loadGames(paths: readonly string[]): Promise<readonly HostedGame[]> {
  if (paths.length > 0) shareOwnPackages();
  const games: HostedGame[] = [];
  for (const path of paths) games.push(await loadGame(path));
  gamesWith(games);
  return games;
}

/**
 * Returns the games that the project has and these, by name. Functions of these throw a `GameError` for whatever they throw. Several of one
 * name are versions of one game, of which new matches get the latest.
 * @throws `StartError` if one is no hosted game, has the name of one of the project, or name and version of another one
 */
export function gamesWith(games: readonly HostedGame[]): HostedGames {
  for (const hosted of games) {
    const fault = findFault(hosted);
    if (fault !== null) throw new StartError(`A game cannot be hosted: ${fault.what}.`, fault.cause);
    const { name } = hosted.game;
    if (GAMES.has(name))
      throw new StartError(`There are two games with the name ${name}: rename one of them.`);
  }
  const own = Map.groupBy(games.map(nameErrors), ({ game }) => game.name);
  return new Map([...GAMES, ...[...own].map(([name, versions]) => [name, joinVersions(versions)] as const)]);
}

/** Returns the latest version of a game, with the others as its earlier ones. @throws `StartError` if two are the same */
function joinVersions(versions: readonly HostedGame[]): HostedGame {
  const sorted = versions.toSorted((one, other) => versionOf(other.game) - versionOf(one.game));
  const [latest, ...earlier] = sorted;
  if (latest === undefined) throw new Error("a game has no version");
  const same = sorted.find(
    ({ game }, i) => versionOf(game) === versionOf(sorted[i + 1]?.game ?? { version: 0 }),
  );
  if (same !== undefined) {
    const { name } = same.game;
    const which = `There are two games with the name ${name} and the version ${versionOf(same.game)}`;
    throw new StartError(`${which}: rename one of them, or raise its game.version.`);
  }
  return earlier.length === 0 ? latest : inherit(latest, { earlier });
}

async function loadGame(path: string): Promise<HostedGame> {
  const file = findModule(path);
  const module = await importModule(path, file);
  if (!("default" in module)) {
    throw new StartError(`The game ${path} has no default export: it must be a HostedGame.`);
  }
  const fault = findFault(module.default, dirname(file));
  if (fault !== null) throw new StartError(`The game ${path} cannot be hosted: ${fault.what}.`, fault.cause);
  return module.default as HostedGame;
}

async function importModule(path: string, file: string): Promise<{ readonly default?: unknown }> {
  try {
    return (await import(pathToFileURL(file).href)) as { readonly default?: unknown };
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split("\n");
    throw new StartError(`The game ${path} cannot be loaded: ${reason?.replace(/\.$/, "")}.`, error);
  }
}

/** Returns the module itself, or that of a folder: what `main` in its package.json names, else `index.js` or `index.ts`. */
function findModule(path: string): string {
  const { resolve } = createRequire(import.meta.url);
  for (const candidate of [path, join(path, "index.ts")]) {
    try {
      return resolve(candidate);
    } catch {
      // The next one may be there.
    }
  }
  throw new StartError(
    `The game ${path} is not there: it must be a module, or a folder with index.js or index.ts.`,
  );
}

/**
 * Lets games import our packages without having them installed, and never another copy of them: two copies of the schema's classes
 * do not know each other.
 */
function shareOwnPackages(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, OWN_PACKAGES.test(specifier) ? { ...context, parentURL: import.meta.url } : context),
  });
}
