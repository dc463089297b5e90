/** What the programs that people start say to a Node that is too old, and where the page was not built. */
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "./support/root.ts";
import { makeTempFolder } from "./support/temp-folder.ts";

const NPM_CI = "`npm ci` brings it along";

/** Runs a program on this Node, which says that it is another. */
function runAs(version: string, ...program: readonly string[]) {
  const older = `Object.defineProperties(process, {
    version: { value: "v${version}" }, versions: { value: { ...process.versions, node: "${version}" } } });`;
  const options = ["--import", `data:text/javascript,${encodeURIComponent(older)}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...options, ...program], {
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

/** Copies what an installed package has of the command's start. Returns its path. */
function installedCommand(): string {
  const folder = join(makeTempFolder(), "node_modules/flower-war");
  cpSync(join(ROOT, "cli/bin"), join(folder, "bin"), { recursive: true });
  cpSync(join(ROOT, "cli/package.json"), join(folder, "package.json"));
  return join(folder, "bin/flower-war.js");
}

describe("a Node that is too old is told so in one sentence, by", () => {
  test.each([
    [
      "npm start",
      () => join(ROOT, "start.mjs"),
      "20.20.2",
      `24 or later; this is v20.20.2. ${NPM_CI}, unless`,
    ],
    [
      "flower-war in a clone",
      () => join(ROOT, "cli/bin/flower-war.js"),
      "23.9.0",
      `24 or later; this is v23.9.0. ${NPM_CI}:`,
    ],
    [
      "an installed flower-war",
      installedCommand,
      "18.20.8",
      "22.12 or later; this is v18.20.8. To run a server",
    ],
    [
      "an installed flower-war",
      installedCommand,
      "22.11.0",
      "22.12 or later; this is v22.11.0. To run a server",
    ],
  ])("%s", (_, program, version, words) => {
    const { status, stdout, stderr } = runAs(version, program());
    expect({ status, stdout, lines: stderr.split("\n").length }).toEqual({ status: 1, stdout: "", lines: 2 });
    expect(stderr).toContain(`Flower War needs Node ${words}`);
  });

  test("every npm script of a clone that runs a program of TypeScript", () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    const programs = Object.values(scripts).filter((script) => /\bnode\b.*\.ts\b/.test(script));
    expect(programs.length).toBeGreaterThan(10);
    const begin = /^(exec )?node --import \.\/require-node\.mjs /;
    expect(programs.filter((script) => !begin.test(script))).toEqual([]);
    const { status, stdout, stderr } = runAs(
      "20.20.2",
      "--import",
      join(ROOT, "require-node.mjs"),
      join(ROOT, "site/build.ts"),
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^Flower War needs Node 24 or later; this is v20\.20\.2\. .*\n$/);
  });

  // Node 18 has no `import.meta.dirname`, and not all of `node:module`.
  test.each(["start.mjs", "require-node.mjs", "cli/bin/flower-war.js", "cli/bin/require-node.js"])(
    "%s needs nothing younger before it",
    (file) => {
      const text = readFileSync(join(ROOT, file), "utf8");
      const named = [...text.matchAll(/^import .* from "(.*)";$/gm)].map(([, from]) => from);
      const old = ["node:fs", "node:path", "node:url", "./require-node.js", "./cli/bin/require-node.js"];
      expect(named.filter((from) => !old.includes(from ?? ""))).toEqual([]);
      expect(text).not.toContain("import.meta.dirname");
    },
  );
});

test("npm start says that the page was not built, and by what it is", () => {
  const clone = makeTempFolder();
  for (const file of ["start.mjs", "require-node.mjs", "cli/bin"])
    cpSync(join(ROOT, file), join(clone, file), { recursive: true });
  const { stderr } = spawnSync(process.execPath, [join(clone, "start.mjs")], { encoding: "utf8" });
  expect(stderr).toMatch(/^The page is not built, as after .*: `npm run prepare` builds it\.\n/);
});
