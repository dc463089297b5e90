import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { CreateError } from "./create-error.ts";

/** The folder of this package. */
export const PACKAGE = fileURLToPath(new URL("..", import.meta.url));

/**
 * Returns the folder of the tarball from which npm installed this package, and beside which the others are; `null`: npm had it
 * from a registry, which has the others too.
 * @throws CreateError npm did not install this package
 */
export function findTarballs(): string | null {
  const root = join(PACKAGE, "../..");
  const lock = join(root, "node_modules/.package-lock.json");
  const resolved = existsSync(lock) ? readResolved(lock) : undefined;
  if (resolved?.startsWith("https://")) return null;
  if (resolved?.startsWith("file:")) return dirname(resolve(root, resolved.slice("file:".length)));
  throw new CreateError(
    "This is not the packed package. In a clone: npm run packages, then npx ./packages/create-flower-war-game-<version>.tgz <folder>",
  );
}

function readResolved(lock: string): string | undefined {
  const { packages } = JSON.parse(readFileSync(lock, "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly resolved?: string }>>;
  };
  return packages["node_modules/create-flower-war-game"]?.resolved;
}
