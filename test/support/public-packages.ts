import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./root.ts";

interface Manifest {
  readonly workspaces?: readonly string[];
  readonly private?: boolean;
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")) as Manifest;

/** The folders of the packages that are published, each after those that it needs. */
export const PUBLIC_PACKAGES: readonly string[] = (manifestOf("").workspaces ?? []).filter(
  (folder) => manifestOf(folder).private !== true,
);
