import { readFileSync } from "node:fs";

/** Returns what this package's manifest says: its version, and the address of the project's repository. */
export function readManifest(): { readonly version: string; readonly repository: string } {
  const { version, homepage } = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  ) as { version: string; homepage: string };
  return { version, repository: homepage.replace(/#.*$/, "") };
}

/**
 * Returns the address of a document, for people who may have the package alone.
 * @param path in the repository, such as `docs/operate.md`
 */
export function documentAt(path: string): string {
  return `${readManifest().repository}/blob/main/${path}`;
}
