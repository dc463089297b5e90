import { createHash } from "node:crypto";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { versionOf } from "@flower-war/rules";
import type { GamePage } from "@flower-war/rules/page";
import { StartError } from "../start-error.ts";
import { findPageFault } from "./check-page.ts";
import type { HostedGame } from "./hosted-game.ts";
import { type OwnFiles, readOwnFiles } from "./own-modules.ts";

/** The page of a game that is not part of the built page: its texts, and the modules that browsers load. */
export interface OwnPage {
  readonly page: GamePage;
  /** The path at which the server sends its first module; another one whenever a file is another. */
  readonly module: string;
  /** All that browsers may load of it, by their paths: modules as JavaScript, all else as it is. */
  readonly files: ReadonlyMap<string, string | Buffer>;
  /** Those of earlier versions of the game that have one, by version. */
  readonly earlier: ReadonlyMap<number, OwnPage>;
}

/**
 * Loads the pages of all games that bring one.
 * @returns by the game's name
 * @throws `StartError` naming the game, the file and its fault
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
  let read: OwnFiles;
  try {
    read = await readOwnFiles(fileURLToPath(url), hosted.table && fileURLToPath(hosted.table));
    loaded = (await import(url.href)) as typeof loaded;
  } catch (error) {
    const [reason = ""] = String(error instanceof Error ? error.message : error).split("\n");
    throw fail(reason.replace(/\.$/, ""), error);
  }
  const fault = findPageFault(loaded.default, hosted);
  if (fault !== null) throw fail(fault);
  const files = [...read.files, ...moduleOfTable(hosted, url, read)];
  const hash = createHash("sha256");
  for (const [path, content] of files) hash.update(JSON.stringify(path)).update(content);
  const folder = `/own-games/${name}/${hash.digest("hex").slice(0, 16)}/`;
  const [first = ""] = hosted.table === undefined ? read.files.keys() : [TABLE_MODULE];
  return {
    page: loaded.default as GamePage,
    module: folder + first,
    files: new Map(files.map(([path, content]) => [folder + path, content])),
    earlier: new Map(),
  };
}

const TABLE_MODULE = "with-table.js";

/** The module of a page with a table, which is loaded where it is drawn (web/src/session/own-page.ts). */
function moduleOfTable(
  { table }: HostedGame,
  page: URL,
  { styles }: OwnFiles,
): readonly (readonly [string, string])[] {
  if (table === undefined) return [];
  const at = (path: string) => JSON.stringify(`./${path}`);
  const urls = styles.map((path) => `new URL(${at(path)}, import.meta.url).pathname`);
  const source = `export { default } from ${at(basename(page.pathname))};
export const loadTable = () => import(${at(relativeUrl(page, table))});
export const styles = [${urls.join(", ")}];
`;
  return [[TABLE_MODULE, source]];
}

/** Returns the path of a file from the folder of another one. */
const relativeUrl = (from: URL, to: URL): string => to.href.slice(new URL(".", from).href.length);
