/** `npm run generate`: writes what others read of the code. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runTool } from "../../protocol/tools/tool.ts";
import { ROOT } from "../support/root.ts";
import { GENERATED } from "./files.ts";

const USAGE = `Writes what stands in the code and is read elsewhere: docs/configuration.md, the table of all environment variables;
in docs/compatibility.md the table of played matches; in docs/protocol.md the tables of requests and codes; the types of the Python client; and all that follows from published.json.

usage: npm run generate`;

await runTool(USAGE, () => {
  for (const [path, write] of Object.entries(GENERATED)) {
    const file = join(ROOT, path);
    writeFileSync(file, write(readFileSync(file, "utf8")));
  }
});
