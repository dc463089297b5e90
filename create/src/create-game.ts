import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { CreateError } from "./create-error.ts";
import { PACKAGE } from "./packages.ts";

/** Names that a host takes for games (docs/add-a-game.md, A folder). */
const NAME = /^[a-z][a-z0-9-]{0,23}$/;
/** The games of every host, which has each name once. */
const TAKEN: readonly string[] = ["flower-war", "mexica", "space-aztecs", "tieqchieq"];

/** Files that npm would read, or leave out, under their own names. */
const DOTTED: Readonly<Record<string, string>> = { gitignore: ".gitignore", npmrc: ".npmrc" };

/** The part of package-lock.json that this reads, of the new project with all packages as tarballs in its folder `packages`. */
interface Lock {
  name: string;
  readonly packages: Readonly<Record<string, { readonly version: string }>> & { readonly "": Root };
}
interface Root {
  name: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** What a game imports, and the command; the others are needed by these. */
const IMPORTED: readonly string[] = [
  "flower-war",
  "@flower-war/game-frame",
  "@flower-war/rules",
  "@flower-war/server",
];

/**
 * Creates the folder of a game: the template, with the game's name and title in it.
 * @param folder a path with nothing there yet, or an empty folder; its last part is the game's name
 * @param tarballs the folder with the project's packages, which are copied into the new one; `null`: a registry has them
 * @returns the folder's absolute path
 * @throws CreateError the name or the folder cannot be taken, or a package is missing. Then nothing was written
 */
export function createGame(folder: string, tarballs: string | null): string {
  const path = resolve(folder);
  const name = basename(path);
  if (!NAME.test(name))
    throw new CreateError(
      `A game cannot be named "${name}": 1 to 24 of a-z, 0-9 and -, beginning with a letter.`,
    );
  if (TAKEN.includes(name)) throw new CreateError(`Every host already has a game named ${name}.`);
  if (existsSync(path) && !isEmptyFolder(path)) throw new CreateError(`${path} is not an empty folder.`);

  const lock = JSON.parse(readFileSync(join(PACKAGE, "package-lock.template.json"), "utf8")) as Lock;
  const files = Object.values(lock.packages[""].dependencies).map((file) => basename(file));
  const missing = tarballs === null ? undefined : files.find((file) => !existsSync(join(tarballs, file)));
  if (missing !== undefined) throw new CreateError(`${missing} is missing in ${String(tarballs)}.`);

  mkdirSync(path, { recursive: true });
  copyTemplate(path, name);
  if (tarballs === null) {
    const versions = IMPORTED.map((each) => [each, lock.packages[`node_modules/${each}`]?.version]);
    writeManifest(path, { ...lock.packages[""], name, dependencies: Object.fromEntries(versions) });
    return path;
  }
  mkdirSync(join(path, "packages"));
  for (const file of files) copyFileSync(join(tarballs, file), join(path, "packages", file));
  lock.name = lock.packages[""].name = name;
  writeManifest(path, lock.packages[""]);
  writeJson(join(path, "package-lock.json"), lock);
  return path;
}

const isEmptyFolder = (path: string): boolean =>
  statSync(path).isDirectory() && readdirSync(path).length === 0;

function copyTemplate(path: string, name: string): void {
  const words = name.replaceAll("-", " ");
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  const template = join(PACKAGE, "template");
  const entries = readdirSync(template, { recursive: true, encoding: "utf8" });
  for (const file of entries.filter((entry) => statSync(join(template, entry)).isFile())) {
    const text = readFileSync(join(template, file), "utf8")
      .replaceAll('"tricks"', JSON.stringify(name))
      .replaceAll(/(?<=title: "|^# )Tricks/gm, title);
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, DOTTED[file] ?? file), text);
  }
}

function writeManifest(path: string, { name, dependencies, devDependencies }: Root): void {
  writeJson(join(path, "package.json"), {
    name,
    version: "0.1.0",
    private: true,
    type: "module",
    main: "index.ts",
    scripts: { start: "flower-war start --game . --watch", test: "vitest run", types: "tsc" },
    dependencies,
    devDependencies,
    // npm runs no script of a package without leave. This one fetches the Node that the server needs.
    allowScripts: { node: true },
  });
}

function writeJson(path: string, value: object): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
