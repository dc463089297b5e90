/** Runs before the package is packed, and after. */
import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const USAGE = `Copies the built pages into the server's package, as page/, so that it can be packed. It builds nothing: npm ci has.

usage: node server/tools/copy-page.mjs [--remove]

  --remove  removes the copy`;

const SERVER = join(import.meta.dirname, "..");
const PAGE = join(SERVER, "page");

const options = { help: { type: "boolean", short: "h" }, remove: { type: "boolean" } };
const { help, remove } = parseArgs({ options }).values;
if (help) console.log(USAGE);
else {
  rmSync(PAGE, { recursive: true, force: true });
  if (!remove) copyPages();
}

function copyPages() {
  for (const folder of ["dist", "dist-operator", "dist-firmware"]) {
    const built = join(SERVER, "../web", folder);
    if (!existsSync(built)) throw new Error("The page is not built: run `npm run build -w web`.");
    cpSync(built, join(PAGE, folder), { recursive: true });
  }
}
