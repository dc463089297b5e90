// Installs the packages for development, which `npm ci` leaves out (.npmrc), if one is missing: what only checks, the site and some tests need.
import { execSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

const read = (path) => JSON.parse(readFileSync(join(ROOT, path), "utf8"));

function isInstalled([folder, { version }]) {
  const manifest = `${folder}/package.json`;
  return existsSync(join(ROOT, manifest)) && read(manifest).version === version;
}

const packages = Object.entries(read("package-lock.json").packages);
const needed = packages.filter(([, { dev, optional, link }]) => dev && !optional && !link);
if (!needed.every(isInstalled)) {
  process.stderr.write("Installing the packages for development, once ...\n");
  execSync("npm install --include=dev --no-save --ignore-scripts --no-audit --no-fund", {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
  });
}
