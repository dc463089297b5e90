/** `npm run asyncapi`: writes docs/temple-protocol.asyncapi.json. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { asyncApi } from "./asyncapi.ts";

const USAGE = `Writes docs/temple-protocol.asyncapi.json, the temple protocol as an AsyncAPI 3 document.

usage: npm run asyncapi`;

const FILE = fileURLToPath(new URL("../../docs/temple-protocol.asyncapi.json", import.meta.url));

try {
  const { values } = parseArgs({ options: { help: { type: "boolean", short: "h" } } });
  if (values.help) console.log(USAGE);
  else write();
} catch (error) {
  if ((error as { code?: string }).code !== "ERR_PARSE_ARGS_UNKNOWN_OPTION") throw error;
  // parseArgs adds advice after its first sentence.
  console.error(`${(error as Error).message.split(". ")[0]}.\n\n${USAGE}`);
  process.exitCode = 2;
}

function write(): void {
  writeFileSync(FILE, `${JSON.stringify(asyncApi(), null, 2)}\n`);
  execFileSync("biome", ["format", "--write", FILE], { stdio: "inherit" });
}
