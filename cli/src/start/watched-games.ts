import { statSync, watch } from "node:fs";
import { dirname, extname, resolve, sep } from "node:path";

/** What games and their tables are made of; data folders and others that may lie beside them change all the time. */
const SOURCES = ".ts .mts .tsx .js .mjs .jsx .json .css .svg .png .jpg .jpeg .webp .avif .woff2".split(" ");
/** ms without another change after which a change counts: an editor writes a file in several steps. */
const CALM = 100;

/** Watches the folders of games. A folder of packages is left out. */
export class WatchedGames {
  #changed = Promise.withResolvers<void>();
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param games modules, or folders of them
   * @param onChange is called when files have changed
   */
  constructor(games: readonly string[], onChange: () => void) {
    for (const folder of new Set(games.map(folderOf))) {
      // Node would watch each of the thousands of folders in there.
      const ignore = (path: string) => path.split(sep).includes("node_modules");
      watch(folder, { recursive: true, ignore }, (_event, file) => {
        if (file === null || !SOURCES.includes(extname(file)) || ignore(file)) return;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => {
          const changed = this.#changed;
          this.#changed = Promise.withResolvers();
          onChange();
          changed.resolve();
        }, CALM);
      });
    }
  }

  /** Resolves at the next change. */
  readonly untilChanged = (): Promise<void> => this.#changed.promise;
}

/** @throws Error of the file system: there is no such game */
function folderOf(game: string): string {
  const path = resolve(game);
  return statSync(path).isDirectory() ? path : dirname(path);
}
