import { openApiDocument } from "../../server/tools/openapi.ts";
import { withMatches } from "./compatibility-matches.ts";
import { configurationPage } from "./configuration-page.ts";
import { withTables } from "./protocol-tables.ts";
import { PUBLISHED } from "../support/published.ts";
import { writersOf } from "./published.ts";
import { pythonTypes } from "./python-types.ts";

/** What writes each generated file. It gets the file as it is. */
export const GENERATED: Readonly<Record<string, (before: string) => string>> = {
  ...writersOf(PUBLISHED),
  "docs/compatibility.md": withMatches,
  "docs/configuration.md": () => configurationPage(),
  "docs/protocol.md": withTables,
  "clients/python/src/flower_war/types.py": () => pythonTypes(openApiDocument("")),
};
