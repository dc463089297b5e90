/** The tables that docs/ has from the code (`npm run docs`). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withTables } from "./docs-tables/protocol.ts";
import { ROOT } from "./support/root.ts";

const page = readFileSync(join(ROOT, "docs/protocol.md"), "utf8");

test("docs/protocol.md has its tables of requests and codes as `npm run docs` writes them", () => {
  expect(withTables(page)).toBe(page);
});

test("each table has a place there, and each place a table", () => {
  const mark = "<!-- table of codes -->";
  expect(() => withTables(page.replace(mark, "<!-- table of nothing -->"))).toThrow("no table of nothing");
  expect(() => withTables(page.replace(mark, ""))).toThrow("tables missing in docs/protocol.md: codes");
});
