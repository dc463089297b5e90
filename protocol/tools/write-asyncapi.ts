/** `npm run asyncapi`: writes docs/temple-protocol.asyncapi.json. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { asyncApi } from "./asyncapi.ts";
import { runTool } from "./tool.ts";

const USAGE = `Writes docs/temple-protocol.asyncapi.json, the temple protocol as an AsyncAPI 3 document.

usage: npm run asyncapi`;

const FILE = fileURLToPath(new URL("../../docs/temple-protocol.asyncapi.json", import.meta.url));

await runTool(USAGE, write);

function write(): void {
  writeFileSync(FILE, `${JSON.stringify(asyncApi(), null, 2)}\n`);
  execFileSync("biome", ["format", "--write", FILE], { stdio: "inherit" });
}
