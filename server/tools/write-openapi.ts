/** `npm run openapi`: writes server/openapi.json. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openApiDocument } from "./openapi/document.ts";
import { runTool } from "../../protocol/tools/tool.ts";

const USAGE = `Writes server/openapi.json, the HTTP API as an OpenAPI 3.1 document.

usage: npm run openapi`;

const pathOf = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

await runTool(USAGE, write);

function write(): void {
  const { version } = JSON.parse(readFileSync(pathOf("package.json"), "utf8")) as { version: string };
  writeFileSync(pathOf("openapi.json"), `${JSON.stringify(openApiDocument(version), null, 1)}\n`);
}
