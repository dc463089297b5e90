import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ESTree, parseSync, Visitor } from "vite";

const SOURCES = new URL("../../src/", import.meta.url).pathname;

/** What loads modules and, as its last parameters say, catalogues. */
const LOADERS: ReadonlySet<string> = new Set(["lazyPart", "laterPart", "loadWithTexts", "gamePart"]);

/** A module of the page that another one loads when it is needed. */
export interface LazyImport {
  /** Who loads it, and what; paths below `web/src`. */
  readonly from: string;
  readonly entry: string;
  /** The catalogues that are loaded with it. */
  readonly texts: readonly string[];
}

interface Module {
  /** What is loaded with it, always. */
  readonly imports: readonly string[];
  readonly lazyImports: readonly { readonly entry: string; readonly texts: readonly string[] }[];
  readonly hasTexts: boolean;
}

/** The modules of the page as their sources import each other. */
export class PageModules {
  readonly #modules: ReadonlyMap<string, Module>;

  constructor() {
    const files = globSync("**/*.{ts,tsx}", { cwd: SOURCES });
    this.#modules = new Map(files.map((file) => [file, readModule(file)]));
  }

  /** Returns all that is loaded later than the page, but for the gallery's. */
  listLazyImports(): readonly LazyImport[] {
    return [...this.#modules].flatMap(([from, { lazyImports }]) =>
      lazyImports.map(({ entry, texts }) => ({ from, entry, texts })),
    );
  }

  /** Returns the folders whose texts a module can show, by itself or by what it imports; "" are the page's own. */
  foldersOfTexts(entry: string, parts: readonly string[]): readonly string[] {
    const known = new Set([entry]);
    for (const file of known) this.#module(file).imports.forEach((name) => known.add(name));
    const folderOf = (file: string) => parts.find((part) => file.startsWith(`${part}/`)) ?? "";
    const folders = [...known].filter((file) => this.#module(file).hasTexts).map(folderOf);
    return [...new Set(folders)].toSorted();
  }

  #module(file: string): Module {
    const module = this.#modules.get(file);
    if (module === undefined) throw new Error(`the page has no module ${file}`);
    return module;
  }
}

function readModule(file: string): Module {
  const source = readFileSync(join(SOURCES, file), "utf8");
  const { module, program } = parseSync(file, source);
  const loaders: { start: number; end: number; texts: readonly string[] }[] = [];
  const readCall = ({ callee, arguments: given, start, end }: ESTree.CallExpression) => {
    if (callee.type !== "Identifier" || !LOADERS.has(callee.name)) return;
    const texts = given.flatMap((argument) =>
      argument.type === "Literal" && typeof argument.value === "string" ? [argument.value] : [],
    );
    loaders.push({ start, end, texts });
  };
  new Visitor({ CallExpression: readCall }).visit(program);
  const pathOf = (specifier: string) => join(dirname(file), specifier);
  const isModule = (specifier: string) => /^\..*\.tsx?$/.test(specifier);
  return {
    imports: [
      ...module.staticImports
        .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
        .map(({ moduleRequest }) => moduleRequest.value),
      ...module.staticExports
        .flatMap(({ entries }) => entries)
        .flatMap(({ moduleRequest, isType }) =>
          moduleRequest === null || isType ? [] : [moduleRequest.value],
        ),
    ]
      .filter(isModule)
      .map(pathOf),
    lazyImports: module.dynamicImports.flatMap(({ start, moduleRequest }) => {
      const specifier = source.slice(moduleRequest.start + 1, moduleRequest.end - 1);
      if (!isModule(specifier)) return [];
      const loader = loaders.find((each) => each.start < start && start < each.end);
      return [{ entry: pathOf(specifier), texts: loader?.texts ?? [] }];
    }),
    hasTexts: source.includes("i18n._("),
  };
}
