import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../support/root.ts";

/** Every file that a source names, by an import or as the file of a thread; types do not exist at run time. */
const NAMED = /^(?:import|export) type [^;]*;|["'](\.{1,2}\/[^"'\s]+\.tsx?)["']/gm;

const named = new Map<string, readonly string[]>();

/** Returns how many imports lead from a test to each file that it imports, directly or not. */
export function importsOf(test: string): ReadonlyMap<string, number> {
  const distances = new Map([[test, 0]]);
  for (const [file, distance] of distances) {
    for (const each of readNamed(file)) if (!distances.has(each)) distances.set(each, distance + 1);
  }
  return distances;
}

function readNamed(file: string): readonly string[] {
  const known = named.get(file);
  if (known !== undefined) return known;
  const path = join(ROOT, file);
  const code = existsSync(path) ? readFileSync(path, "utf8") : "";
  const names = [...code.matchAll(NAMED)].flatMap(([, name]) => (name === undefined ? [] : [name]));
  const files = names.map((name) => join(dirname(file), name));
  named.set(file, files);
  return files;
}
