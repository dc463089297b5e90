import { spawn } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CODES } from "@flower-war/client-sdk/protocol";
import { describe, expect, test } from "vitest";
import { openHouse, ROOT } from "./support/house.ts";

const text = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** The first cells of a table's rows, each name in backquotes. */
const namesInTable = (markdown: string, heading: string): string[] => {
  const section = markdown.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const cells = section.split("\n").flatMap((line) => line.match(/^\|([^|]*`[^|]*)\|/)?.[1] ?? []);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
};

/** As GitHub names the headings of a page. */
const anchorsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(" ", "-"),
  );

describe("README.md", () => {
  test("its client in 15 lines plays a match", async () => {
    const code = text("README.md").match(/```js\n([^]*?)```/)?.[1] ?? "";
    expect(
      code
        .trim()
        .split("\n")
        .filter((line) => line !== "").length,
    ).toBeLessThanOrEqual(15);
    const house = await openHouse();
    try {
      const seen = await turnsOf(code.replace("http://localhost:2567", house.url), 3);
      expect(seen).toEqual(expect.arrayContaining(["rolled", "collected", "turn-began"]));
    } finally {
      await house.stop();
    }
  });

  test("its environment table names every variable that server and bridge read, and no other", () => {
    const read = ["server/src/config.ts", "bridge/src/config.ts"].flatMap((file) =>
      [...text(file).matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = ""]) => name),
    );
    expect(namesInTable(text("README.md"), "Environment").toSorted()).toEqual([...new Set(read)].toSorted());
  });

  test("every file that it and the documents link to is there, and every heading", () => {
    const pages = globSync("**/*.md", {
      cwd: ROOT,
      exclude: ["**/node_modules/**", "docs/rules/sources/**"],
    });
    const lost = pages.flatMap((page) =>
      [...text(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
        ([, path = "", anchor]) => {
          const target = path === "" ? page : join(page, "..", path);
          const there =
            existsSync(join(ROOT, target)) && (!anchor || anchorsOf(text(target)).includes(anchor));
          return there ? [] : [`${page} -> ${path}${anchor ? `#${anchor}` : ""}`];
        },
      ),
    );
    expect(lost).toEqual([]);
    expect(pages).toEqual(expect.arrayContaining(["README.md", "docs/rules-checked.md"]));
  });
});

test("docs/protocol.md tells every code, and no other", () => {
  expect(namesInTable(text("docs/protocol.md"), "Codes").toSorted()).toEqual(Object.keys(CODES).toSorted());
});

/** Runs a client until `turns` turns have begun; resolves with what it printed. */
async function turnsOf(code: string, turns: number): Promise<string[]> {
  const client = spawn(
    process.execPath,
    ["--conditions=@flower-war/source", "--input-type=module", "--eval", code],
    {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  let printed = "";
  for await (const chunk of client.stdout) {
    printed += String(chunk);
    if (printed.split("turn-began").length > turns) break;
  }
  client.kill();
  return printed.split("\n");
}
