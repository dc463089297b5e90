import { spawn } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { lacks, programPath } from "./support/programs.ts";
import { PUBLISHED } from "./support/published.ts";
import { ROOT } from "./support/root.ts";
import { startServerAndBridge } from "./support/server-and-bridge.ts";

const text = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** What links to the project's files in its repository begin with. */
const SOURCES = new RegExp(PUBLISHED.repository ? `^${PUBLISHED.repository}/(blob|tree)/main/` : "^(?!)");

/** Returns the anchors that GitHub gives to the headings of a page. */
function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(" ", "-"),
  );
}

/** Returns where the links of a page lead: the path or address, `""` for the page itself, and the anchor. */
function linksOf(page: string): [path: string, anchor: string | undefined][] {
  return [...text(page).matchAll(/\]\(([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([, path = "", anchor]) => [
    path,
    anchor,
  ]);
}

describe("README.md", () => {
  test("its client in 15 lines plays a match", async () => {
    const code = text("README.md").match(/```js\n([^]*?)```/)?.[1] ?? "";
    expect(
      code
        .trim()
        .split("\n")
        .filter((line) => line !== "").length,
    ).toBeLessThanOrEqual(15);
    const running = await startServerAndBridge();
    try {
      const printed = await runClient(code.replace("http://localhost:2567", running.url), 3);
      expect(printed).toEqual(expect.arrayContaining(["rolled", "collected", "turn-began"]));
    } finally {
      await running.stop();
    }
  });

  test("it is a front page: at most 150 lines", () => {
    expect(text("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(150);
  });

  test("every file and heading that it and the other pages link to exists", () => {
    const pages = globSync("**/*.md", {
      cwd: ROOT,
      exclude: ["**/node_modules/**", "docs/rules/sources/**"],
    });
    const broken = pages.flatMap((page) =>
      linksOf(page).flatMap(([path, anchor]) => {
        const isSource = SOURCES.test(path);
        if (/^https?:/.test(path) && !isSource) return [];
        const named = isSource ? path.replace(SOURCES, "") : join(page, "..", path);
        const target = path === "" ? page : named;
        const exists =
          existsSync(join(ROOT, target)) && (!anchor || anchorsOf(text(target)).includes(anchor));
        return exists ? [] : [`${page} -> ${path}${anchor ? `#${anchor}` : ""}`];
      }),
    );
    expect(broken).toEqual([]);
    expect(pages).toEqual(expect.arrayContaining(["README.md", "docs/rules-checked.md"]));
  });
});

const packages = globSync(["*/package.json", "clients/*/pyproject.toml"], { cwd: ROOT }).filter(
  (manifest) => !/"private": true/.test(text(manifest)),
);

test("manifests name the repository that published.json names, and none as long as it is empty", () => {
  expect(packages).toEqual(expect.arrayContaining(["cli/package.json", "clients/python/pyproject.toml"]));
  for (const manifest of packages) {
    const { repository } = PUBLISHED;
    if (repository) expect(text(manifest), manifest).toContain(repository);
    else expect(text(manifest), manifest).not.toMatch(/"?(homepage|repository|urls)"?[\]:]/i);
  }
});

test("the READMEs of packages lead to the published repository, and to files of a clone as long as there is none", () => {
  for (const manifest of packages) {
    const links = linksOf(join(manifest, "..", "README.md")).map(([path]) => path);
    const local = links.filter((path) => path !== "" && !/^https?:/.test(path));
    const isPublished = links.some((path) => SOURCES.test(path));
    expect({ manifest, isPublished, isLocal: local.length > 0 }).toEqual({
      manifest,
      isPublished: Boolean(PUBLISHED.repository),
      isLocal: !PUBLISHED.repository,
    });
  }
});

test.skipIf(lacks("python3"))("docs/json-api.md has a bot in 25 lines that plays a whole match", async () => {
  const code = text("docs/json-api.md").match(/```python\n([^]*?)```/)?.[1] ?? "";
  const lines = code.split("\n").filter((line) => line !== "");
  expect(lines.length).toBeLessThanOrEqual(25);
  const running = await startServerAndBridge();
  try {
    const bot = spawn(programPath("python3"), ["-c", code.replace("http://localhost:2567", running.url)]);
    onTestFinished(() => void bot.kill("SIGKILL"));
    const [printed, errors] = await Promise.all([readText(bot.stdout), readText(bot.stderr)]);
    expect(errors).toBe("");
    expect(printed).toMatch(/'winner': '(red|yellow)'/);
  } finally {
    await running.stop();
  }
});

/** Runs a client until `turns` turns have begun. Resolves with the lines that it printed. */
async function runClient(code: string, turns: number): Promise<string[]> {
  const client = spawn(
    process.execPath,
    ["--conditions=@flower-war/source", "--input-type=module", "--eval", code],
    {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  onTestFinished(() => void client.kill("SIGKILL"));
  client.stderr.pipe(process.stderr, { end: false });
  let printed = "";
  for await (const chunk of client.stdout) {
    printed += String(chunk);
    if (printed.split("turn-began").length > turns) break;
  }
  client.kill();
  return printed.split("\n");
}
