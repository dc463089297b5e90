/** `npm run packages`: packs all packages as they would be published. */
import { existsSync, globSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { refuse, runTool, UsageError } from "../../protocol/tools/tool.ts";
import { ROOT } from "../support/root.ts";
import { packPackages } from "./artifacts.ts";

const USAGE = `Packs all packages as they would be published, into the folder packages. Install them from there, in a folder of your own:
npm install ../flower-war/packages/flower-war*.tgz

usage: npm run packages`;

const FOLDER = join(ROOT, "packages");

await runTool(USAGE, () => {
  if (!existsSync(join(ROOT, "node_modules/.bin/tsc"))) {
    refuse(USAGE, new UsageError("Packing needs the packages for development: run npm ci first."));
  }
  for (const tarball of globSync("*.tgz", { cwd: FOLDER })) rmSync(join(FOLDER, tarball));
  packPackages(FOLDER);
  for (const tarball of globSync("*.tgz", { cwd: FOLDER }).toSorted())
    console.log(relative(ROOT, join(FOLDER, tarball)));
});
