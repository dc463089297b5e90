/** What `npm run generate` writes from the code. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { GENERATED } from "./generated/files.ts";
import { withTables } from "./generated/protocol-tables.ts";
import { ROOT } from "./support/root.ts";

const text = (path: string) => readFileSync(join(ROOT, path), "utf8");

test.each(Object.entries(GENERATED))("%s is what `npm run generate` writes", (path, write) => {
  expect(write(text(path))).toBe(text(path));
});

test("each table has a place in docs/protocol.md, and each place a table", () => {
  const page = text("docs/protocol.md");
  const mark = "<!-- table of codes -->";
  expect(() => withTables(page.replace(mark, "<!-- table of nothing -->"))).toThrow("no table of nothing");
  expect(() => withTables(page.replace(mark, ""))).toThrow("tables missing in docs/protocol.md: codes");
});
