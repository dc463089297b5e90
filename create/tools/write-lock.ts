/**
 * Writes package-lock.template.json, the lock file of a new game: the versions of the project's own lock file, and the project's
 * packages as tarballs in a folder `packages`. With it npm installs what it has in its cache, and asks no registry what there is.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PUBLIC_PACKAGES } from "../../test/support/public-packages.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Folders of the project's packages. */
const OURS = PUBLIC_PACKAGES.filter((folder) => folder !== "create");
/** What a game is developed with. The project's compiler of types has another name, for one of its packages needs an older one. */
const TOOLS = [
  "@types/node",
  "@types/react",
  "@types/react-dom",
  "fast-check",
  "node",
  "react",
  "react-dom",
  "typescript",
  "vitest",
];
const ALIASES: Names = { "node_modules/typescript": "node_modules/tsc" };

type Names = Readonly<Record<string, string>>;
interface Entry {
  readonly name?: string;
  readonly version: string;
  readonly dependencies?: Names;
  readonly optionalDependencies?: Names;
  readonly peerDependencies?: Names;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly devDependencies?: Names;
}

const { packages: locked } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
  readonly packages: Readonly<Record<string, Entry>>;
};
const folders = new Map(OURS.map((folder) => [nameOf(folder), folder]));
const tarballs = Object.fromEntries(
  [...folders].map(([name, folder]) => [name, `file:${tarballOf(name, folder)}`]),
);
const tools = Object.fromEntries(TOOLS.map((name) => [name, entryAt(`node_modules/${name}`).version]));

const root = { name: "", version: "0.1.0", dependencies: tarballs, devDependencies: tools };
const lock = {
  name: "",
  version: "0.1.0",
  lockfileVersion: 3,
  requires: true,
  packages: { "": root, ...listPackages() },
};
writeFileSync(join(import.meta.dirname, "../package-lock.template.json"), `${JSON.stringify(lock)}\n`);

/** Follows what depends on what, from the project's packages and the tools on. Returns the entries by their places in a new project. */
function listPackages(): Record<string, object> {
  const reached = new Set([...OURS, ...TOOLS.map((name) => `node_modules/${name}`)]);
  for (const path of reached) for (const found of dependenciesOf(path)) reached.add(found);
  return Object.fromEntries(
    [...reached].map((path) => [newPlace(path), newEntry(path)] as const).toSorted(byPlace),
  );
}

function dependenciesOf(path: string): readonly string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = entryAt(path);
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (name) => peerDependenciesMeta?.[name]?.optional !== true,
  );
  return Object.keys({ ...dependencies, ...optionalDependencies })
    .concat(peers)
    .flatMap((name) => folders.get(name) ?? placeOf(name, path) ?? []);
}

/** Returns where Node finds a package that one at `path` imports; `undefined`: it is not installed. */
function placeOf(name: string, path: string): string | undefined {
  for (let from = path; ; from = from.slice(0, Math.max(0, from.lastIndexOf("node_modules/") - 1))) {
    const place = join(from, "node_modules", name);
    if (place in locked) return place;
    if (from === "") return undefined;
  }
}

function newEntry(path: string): object {
  const { name, devDependencies: _, ...entry } = entryAt(path);
  return folders.has(name ?? "") ? { ...entry, resolved: `file:${tarballOf(String(name), path)}` } : entry;
}

function newPlace(path: string): string {
  const [folder = "", ...rest] = path.split("/node_modules/");
  return [OURS.includes(folder) ? `node_modules/${nameOf(folder)}` : folder, ...rest].join("/node_modules/");
}

function tarballOf(name: string, folder: string): string {
  return `packages/${name.replace("@", "").replace("/", "-")}-${entryAt(folder).version}.tgz`;
}

function nameOf(folder: string): string {
  return entryAt(folder).name ?? "";
}

/** @throws Error the lock file does not have it */
function entryAt(path: string): Entry {
  const entry = locked[ALIASES[path] ?? path];
  if (entry === undefined) throw new Error(`package-lock.json has no ${path}`);
  return entry;
}

function byPlace([one]: readonly [string, object], [other]: readonly [string, object]): number {
  return one < other ? -1 : 1;
}
