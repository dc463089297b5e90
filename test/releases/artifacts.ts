/** What a release consists of for those who have no clone. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PUBLIC_PACKAGES } from "../support/public-packages.ts";
import { ROOT } from "../support/root.ts";

/** The file with the checksums of all others, as `sha256sum --check` reads them. */
export const CHECKSUMS = "SHA256SUMS";

/** Packs all packages as npm publishes them, into a folder. */
export function packPackages(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const named = PUBLIC_PACKAGES.flatMap((name) => ["-w", name]);
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder, ...named], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** Whether the Python client can be built here. */
export function hasHatchling(): boolean {
  try {
    execFileSync("python3", ["-c", "import hatchling"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/**
 * Writes all files of a release into a folder: the packages for npm, wheel and source of the Python client, the software bill of
 * materials, the notes, and the checksums of all that.
 * @param notes what has changed, in Markdown
 * @param options.python whether the Python client is built
 * @returns the names of the files, with their sizes in bytes
 */
export function writeArtifacts(
  folder: string,
  notes: string,
  { python }: { readonly python: boolean },
): ReadonlyMap<string, number> {
  packPackages(folder);
  if (python) {
    // The same bytes of the same commit.
    const time = execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: ROOT, encoding: "utf8" }).trim();
    execFileSync("python3", ["-m", "hatchling", "build", "-d", folder], {
      cwd: join(ROOT, "clients/python"),
      env: { ...process.env, SOURCE_DATE_EPOCH: time },
      stdio: ["ignore", "ignore", "inherit"],
    });
  }
  const sbom = execFileSync("npm", ["run", "--silent", "sbom"], { cwd: ROOT, maxBuffer: 100_000_000 });
  writeFileSync(join(folder, "sbom.cyclonedx.json"), sbom);
  writeFileSync(join(folder, "notes.md"), notes);
  const files = readdirSync(folder)
    .filter((name) => name !== CHECKSUMS && !name.startsWith("."))
    .toSorted();
  const contents = files.map((name) => [name, readFileSync(join(folder, name))] as const);
  const sums = contents.map(
    ([name, bytes]) => `${createHash("sha256").update(bytes).digest("hex")}  ${name}\n`,
  );
  writeFileSync(join(folder, CHECKSUMS), sums.join(""));
  return new Map(contents.map(([name, bytes]) => [name, bytes.length]));
}
