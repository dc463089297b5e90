import { readFileSync } from "node:fs";

/** Returns what this package's manifest says: its version, and the address of the project's repository. */
export function readManifest(): { readonly version: string; readonly repository: string } {
  const { version, homepage } = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  ) as { version: string; homepage: string };
  return { version, repository: homepage.replace(/#.*$/, "") };
}
