import { readFileSync } from "node:fs";

interface Manifest {
  readonly version: string;
  /** The page of the project; missing: it is not published anywhere yet. */
  readonly homepage?: string;
}

/** Returns what this package's manifest says. */
export function readManifest(): Manifest {
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as Manifest;
}

/**
 * Returns where a document is: its address, or its path in the project as long as that is not published.
 * @param path in the project, such as `docs/operate.md`
 */
export function documentAt(path: string): string {
  const { homepage } = readManifest();
  return homepage === undefined ? path : `${homepage.split("#")[0]}/blob/main/${path}`;
}
