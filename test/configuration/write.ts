/** `npm run configuration`: writes docs/configuration.md. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runTool } from "../../protocol/tools/tool.ts";
import { ROOT } from "../support/root.ts";
import { configurationPage } from "./document.ts";

const USAGE = `Writes docs/configuration.md, the table of all environment variables, from the declarations that read them.

usage: npm run configuration`;

await runTool(USAGE, () => writeFileSync(join(ROOT, "docs/configuration.md"), configurationPage()));
