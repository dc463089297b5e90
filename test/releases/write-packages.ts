/** `npm run packages`: packs all packages as they would be published. */
import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { refuse, runTool, UsageError } from "../../protocol/tools/tool.ts";
import { ROOT } from "../support/root.ts";

const USAGE = `Packs all packages as they would be published, into the folder packages. Install them from there, in a folder of your own:
npm install ../flower-war/packages/flower-war*.tgz

usage: npm run packages`;

const PACKAGES = ["rules", "protocol", "client-sdk", "server", "bridge", "cli", "create"];
const FOLDER = join(ROOT, "packages");

await runTool(USAGE, () => {
  if (!existsSync(join(ROOT, "node_modules/.bin/tsc"))) {
    refuse(USAGE, new UsageError("Packing needs the packages for development: run npm ci first."));
  }
  mkdirSync(FOLDER, { recursive: true });
  for (const tarball of globSync("*.tgz", { cwd: FOLDER })) rmSync(join(FOLDER, tarball));
  const args = [
    "pack",
    "--silent",
    "--pack-destination",
    FOLDER,
    ...PACKAGES.flatMap((name) => ["-w", name]),
  ];
  execFileSync("npm", args, { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] });
  for (const tarball of globSync("*.tgz", { cwd: FOLDER }).toSorted())
    console.log(relative(ROOT, join(FOLDER, tarball)));
});
