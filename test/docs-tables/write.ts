/** `npm run docs`: writes docs/configuration.md, and the tables of docs/protocol.md. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runTool } from "../../protocol/tools/tool.ts";
import { ROOT } from "../support/root.ts";
import { configurationPage } from "./configuration.ts";
import { withTables } from "./protocol.ts";

const USAGE = `Writes what docs/ repeats from the code: docs/configuration.md, the table of all environment variables, from the
declarations that read them; and in docs/protocol.md the tables of requests and codes, from their schemas.

usage: npm run docs`;

await runTool(USAGE, () => {
  writeFileSync(join(ROOT, "docs/configuration.md"), configurationPage());
  const protocol = join(ROOT, "docs/protocol.md");
  writeFileSync(protocol, withTables(readFileSync(protocol, "utf8")));
});
