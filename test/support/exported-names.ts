/** What packages export, read from their sources or from the declarations of a packed release. */
import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { gunzipSync } from "node:zlib";
import { parseAst } from "vitest/node";
import { ROOT } from "./root.ts";

/** The modules of some packages. */
interface Modules {
  readonly read: (path: string) => string;
  /** Returns the path of an entry of one of the packages. @param entry as in `exports`: `.` or `./<name>` */
  readonly entry: (folder: string, entry: string) => string;
  /** Returns the names of a package's entries. */
  readonly entries: (folder: string) => readonly string[];
}

interface Manifest {
  readonly exports: { readonly [entry: string]: { readonly [condition: string]: string } };
}

/** The packages of the clone, by their folders. Entries that are patterns stand for each file that fits them. */
export const SOURCES: Modules = {
  read: (path) => readFileSync(join(ROOT, path), "utf8"),
  entry: (folder, entry) =>
    posix.join(folder, manifestOf(folder).exports[entry]?.["@flower-war/source"] ?? ""),
  entries: (folder) => Object.keys(manifestOf(folder).exports),
};

const manifestOf = (folder: string): Manifest =>
  JSON.parse(SOURCES.read(`${folder}/package.json`)) as Manifest;

/** Returns the packages of a kept release. Their declarations refer to each other as sources do. */
export function releasedModules(version: string): Modules {
  const packages = new Map(
    globSync(`flower-war-{rules,protocol,client-sdk}-${version}.tgz`, { cwd: releaseFolder(version) }).map(
      (file) => [
        file.slice("flower-war-".length, -`-${version}.tgz`.length),
        unpack(join(releaseFolder(version), file)),
      ],
    ),
  );
  const read = (path: string): string => {
    const [folder = "", ...rest] = path.split("/");
    const text = packages.get(folder)?.get(rest.join("/").replace(/(?<!\.d)\.ts$/, ".d.ts"));
    if (text === undefined) throw new Error(`release ${version} has no ${path}`);
    return text;
  };
  const manifest = (folder: string): Manifest => JSON.parse(read(`${folder}/package.json`)) as Manifest;
  return {
    read,
    entry: (folder, entry) => posix.join(folder, manifest(folder).exports[entry]?.["types"] ?? ""),
    entries: (folder) => Object.keys(manifest(folder).exports),
  };
}

const releaseFolder = (version: string): string => join(ROOT, "test/releases", version);

/** Returns the files of a package's tarball by their paths in the package. */
function unpack(tarball: string): ReadonlyMap<string, string> {
  const bytes = gunzipSync(readFileSync(tarball));
  const files = new Map<string, string>();
  for (let at = 0; at < bytes.length; ) {
    const field = (start: number, end: number) =>
      bytes.toString("utf8", at + start, at + end).replace(/\0.*$/s, "");
    const size = Number.parseInt(field(124, 136) || "0", 8);
    files.set(field(0, 100).replace(/^package\//, ""), bytes.toString("utf8", at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

/** Returns all names, of values and types, that a module exports. @param without modules whose names do not count */
export function exportedNames(
  modules: Modules,
  path: string,
  without: readonly string[] = [],
): ReadonlySet<string> {
  const names = new Set<string>();
  const { body } = parseAst(modules.read(path), { lang: "ts" });
  for (const statement of body) {
    if (statement.type === "ExportAllDeclaration") {
      const source = resolve(modules, path, statement.source.value);
      if (without.includes(source)) continue;
      for (const name of exportedNames(modules, source, without)) names.add(name);
    } else if (statement.type === "ExportNamedDeclaration") {
      const { declaration, specifiers } = statement;
      for (const { exported } of specifiers) names.add("name" in exported ? exported.name : exported.value);
      if (declaration === null) continue;
      const declared = "declarations" in declaration ? declaration.declarations : [declaration];
      for (const { id } of declared) if (id !== null && "name" in id) names.add(id.name);
    }
  }
  return names;
}

function resolve(modules: Modules, path: string, specifier: string): string {
  if (specifier.startsWith(".")) return posix.join(posix.dirname(path), specifier);
  const [, folder = "", ...rest] = specifier.split("/");
  return modules.entry(folder, ["", ...rest].length > 1 ? `./${rest.join("/")}` : ".");
}
