/** `npm run openapi`: writes server/openapi.json. */
import { writeOpenApi } from "./openapi.ts";
import { runTool } from "../../protocol/tools/tool.ts";

const USAGE = `Writes server/openapi.json, the HTTP API as an OpenAPI 3.1 document, which the server serves.

usage: npm run openapi`;

await runTool(USAGE, writeOpenApi);
