/** `npm run openapi`: writes server/openapi.json. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openApiDocument } from "./openapi/document.ts";

const USAGE = `Writes server/openapi.json, the HTTP API as an OpenAPI 3.1 document.

usage: npm run openapi`;

const pathOf = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

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
  const { version } = JSON.parse(readFileSync(pathOf("package.json"), "utf8")) as { version: string };
  writeFileSync(pathOf("openapi.json"), `${JSON.stringify(openApiDocument(version), null, 1)}\n`);
}
