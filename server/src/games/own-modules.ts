import { readFile } from "node:fs/promises";
import { dirname, extname, posix, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { init, parse } from "es-module-lexer";

/** The rules' package, which pages may import, and where the built page has it for them (web/vite.own-games.config.ts). */
const RULES = { "@flower-war/rules": "/own-games/rules.js" };

/** What tables may import besides: the built page's own copies (web/vite.config.ts). */
const FRAME = {
  "@flower-war/game-frame": "/own-games/game-frame.js",
  react: "/own-games/react.js",
  "react/jsx-runtime": "/own-games/jsx-runtime.js",
};

/** What a module may import: packages, by where browsers find them, and whether files that are no modules. */
interface Imports {
  readonly packages: Readonly<Record<string, string>>;
  /** The word for such a module in an error. */
  readonly what: "page" | "table";
  readonly assets: boolean;
}

const IMPORTS: { readonly [W in Imports["what"]]: Imports } = {
  page: { what: "page", packages: RULES, assets: false },
  table: { what: "table", packages: { ...RULES, ...FRAME }, assets: true },
};

/** Files that a table imports: pictures by their paths, style sheets for their effect. A style sheet may name pictures and fonts. */
const PICTURES = [".avif", ".jpg", ".jpeg", ".png", ".svg", ".webp"];
const NAMED_IN_STYLES = [...PICTURES, ".woff2"];
const TYPED = [".ts", ".mts", ".tsx"];
const JSX = [".tsx", ".jsx"];

/** A style sheet's `url()`, and URLs that are no file beside it: another site, a path of this one, a part of the page. */
const URL_IN_STYLES = /url\(([^)]*)\)/gi;
const ELSEWHERE = /^([a-z]+:|\/|#|$)/i;

/** What browsers get of a game. */
export interface OwnFiles {
  /** By the path from the page's folder, its module first: modules as JavaScript, all else as it is. */
  readonly files: ReadonlyMap<string, string | Buffer>;
  /** The paths of the table's style sheets. */
  readonly styles: readonly string[];
}

/**
 * Reads a page, a table and all that they import, as browsers take them: without types and JSX, and with the packages of the built page. Nothing
 * else of the folder is ever sent.
 * @param page the page's module
 * @param table the table's, in the same folder or below; `undefined`: there is none
 * @throws Error naming the file and its forbidden part
 */
export async function readOwnFiles(page: string, table: string | undefined): Promise<OwnFiles> {
  await init();
  const reader = new Reader(dirname(page));
  await reader.read(page, IMPORTS.page);
  if (table !== undefined) await reader.read(table, IMPORTS.table);
  return reader;
}

class Reader implements OwnFiles {
  readonly #root: string;
  readonly files = new Map<string, string | Buffer>();
  readonly styles: string[] = [];

  constructor(root: string) {
    this.#root = root;
  }

  /** Reads a module, then its imports. */
  async read(file: string, allowed: Imports): Promise<void> {
    const path = this.#pathOf(file, null);
    if (this.files.has(path)) return;
    // It keeps its place: the first module is the page's.
    this.files.set(path, "");
    const { source, imported } = await toBrowser(path, await readFile(file, "utf8"), allowed);
    this.files.set(path, source);
    for (const specifier of imported) {
      const found = fileURLToPath(new URL(specifier, pathToFileURL(file)));
      const to = this.#pathOf(found, `${path} imports ${specifier}`);
      if (isPicture(to)) await this.#readPicture(found, to);
      else if (isStyle(to)) await this.#readStyle(found, to);
      else await this.read(found, allowed);
    }
  }

  async #readPicture(file: string, path: string): Promise<void> {
    this.files.set(path, await readFile(file));
    this.files.set(
      stubOf(path),
      `export default new URL("./${posix.basename(path)}", import.meta.url).pathname;\n`,
    );
  }

  async #readStyle(file: string, path: string): Promise<void> {
    if (this.styles.includes(path)) return;
    const text = await readFile(file, "utf8");
    if (/@import\b/.test(text)) throw new Error(`${path} has @import: import that file in the table instead`);
    this.styles.push(path);
    this.files.set(path, text);
    this.files.set(stubOf(path), "export {};\n");
    for (const [, written = ""] of text.matchAll(URL_IN_STYLES)) {
      const named = written.replaceAll(/["']/g, "").trim();
      if (ELSEWHERE.test(named)) continue;
      const found = fileURLToPath(new URL(named, pathToFileURL(file)));
      const to = this.#pathOf(found, `${path} names ${named}`);
      if (!NAMED_IN_STYLES.includes(extname(to)))
        throw new Error(`${path} names ${named}, which is no picture or font`);
      this.files.set(to, await readFile(found));
    }
  }

  /** @param said who wants it, for an error; `null`: the game */
  #pathOf(file: string, said: string | null): string {
    const path = relative(this.#root, file).split(sep).join("/");
    if (path.startsWith(".."))
      throw new Error(`${said ?? `its table is ${path}`}, which is outside of its folder`);
    return path;
  }
}

const isPicture = (path: string): boolean => PICTURES.includes(extname(path));
const isStyle = (path: string): boolean => extname(path) === ".css";

/** The module in whose place a file that is none is imported. */
const stubOf = (path: string): string => `${path}.js`;

/** Returns a module as JavaScript, and the files that it imports. */
async function toBrowser(
  path: string,
  text: string,
  { packages, what, assets }: Imports,
): Promise<{ readonly source: string; readonly imported: string[] }> {
  let source = await toJavaScript(path, text);
  const imported: string[] = [];
  // From the last one, so that the places of those before stay right.
  for (const found of parse(source, path)[0].toReversed()) {
    if (found.type === "import-meta") continue;
    const { type, specifier = "", start, end } = found;
    const replace = (by: string) => {
      source = source.slice(0, start) + by + source.slice(end);
    };
    const isFile = type !== "dynamic" && /^\.\.?\//.test(specifier);
    const isAsset = isPicture(specifier) || isStyle(specifier);
    if (isFile && (assets || !isAsset)) {
      imported.push(specifier);
      if (isAsset) replace(stubOf(specifier));
    } else if (type !== "dynamic" && Object.hasOwn(packages, specifier)) replace(packages[specifier] ?? "");
    else {
      const may = [isAsset ? "modules beside it" : "files beside it", ...Object.keys(packages)];
      const list = new Intl.ListFormat("en").format(may);
      throw new Error(`${path} imports ${source.slice(start, end)}, but a ${what} may import only ${list}`);
    }
  }
  return { source, imported };
}

/** Takes types and JSX out of a module. Browsers show its errors at the lines of the file, by the source map. */
async function toJavaScript(path: string, text: string): Promise<string> {
  if (!TYPED.includes(extname(path)) && !JSX.includes(extname(path))) return text;
  // Only games with such a page need it, and its binary.
  const { transform } = await import("oxc-transform");
  const { code, map, errors } = await transform(path, text, {
    jsx: { runtime: "automatic" },
    typescript: { onlyRemoveTypeImports: true },
    sourcemap: true,
  });
  const [error] = errors;
  if (error !== undefined) {
    const line = text.slice(0, error.labels[0]?.start).split("\n").length;
    throw new Error(`${path}, line ${line}: ${error.message}`);
  }
  const encoded = Buffer.from(JSON.stringify(map)).toString("base64");
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${encoded}\n`;
}
