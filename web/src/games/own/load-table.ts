import type { GameTable } from "./game-table.ts";

/**
 * Loads the table of a game. If that fails, returns a table whose board throws the error: the page then draws the board, and says why.
 * @param load left out: the game draws nothing itself
 */
export async function loadTable(load?: () => Promise<{ readonly default?: unknown }>): Promise<GameTable> {
  if (load === undefined) return {};
  try {
    const { default: table } = await load();
    if (typeof table !== "object" || table === null) throw new Error("the table has no default export");
    return table;
  } catch (error) {
    return {
      Board: () => {
        throw error;
      },
    };
  }
}

/** The style sheets of a game's table, which hold only while a part of it is drawn. */
export class TableStyles {
  readonly #sheets: readonly HTMLLinkElement[];
  #drawn = 0;

  /** Loads them. One that cannot be loaded is passed over. */
  static async load(paths: readonly string[] = []): Promise<TableStyles> {
    return new TableStyles(await Promise.all(paths.map(loadSheet)));
  }

  constructor(sheets: readonly HTMLLinkElement[]) {
    this.#sheets = sheets;
  }

  /** Lets them hold while a part is drawn. Returns the function that ends it. */
  hold(): () => void {
    this.#change(1);
    return () => this.#change(-1);
  }

  #change(by: 1 | -1): void {
    this.#drawn += by;
    for (const sheet of this.#sheets) sheet.media = this.#drawn === 0 ? NOWHERE : "all";
  }
}

const NOWHERE = "not all";

function loadSheet(path: string): Promise<HTMLLinkElement> {
  return new Promise((resolve) => {
    const sheet = document.createElement("link");
    const loaded = () => resolve(sheet);
    Object.assign(sheet, { rel: "stylesheet", href: path, media: NOWHERE, onload: loaded, onerror: loaded });
    document.head.append(sheet);
  });
}
