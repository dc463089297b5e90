/**
 * Before the package is packed: copies the built pages into it, as `page/`. `npm ci` has built them; so this builds nothing.
 * With `--remove`, afterwards: removes the copy.
 */
import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";

const SERVER = join(import.meta.dirname, "..");
const PAGE = join(SERVER, "page");

rmSync(PAGE, { recursive: true, force: true });
if (!process.argv.includes("--remove")) {
  for (const folder of ["dist", "dist-operator", "dist-firmware"]) {
    const built = join(SERVER, "../web", folder);
    if (!existsSync(built)) throw new Error("The page is not built: run `npm run build -w web`.");
    cpSync(built, join(PAGE, folder), { recursive: true });
  }
}
