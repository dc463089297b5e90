/** Vitest's global setup: writes the document of the HTTP API, which servers serve and tests compare answers with. */
export { writeOpenApi as default } from "../../server/tools/openapi.ts";
