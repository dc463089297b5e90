/** The code in the documents, as a user has it who checks types strictly. */
import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

/** Documents with code. That of add-a-game.md is that of test/add-a-game, which is played. */
const PAGES = globSync(["README.md", "client-sdk/README.md", "docs/**/*.md"], {
  cwd: ROOT,
  exclude: ["docs/add-a-game.md", "docs/rules/sources/**"],
});

/** What the samples take for given: each begins where the one before it ended. */
const GLOBALS = `
  import type * as sdk from "@flower-war/client-sdk";
  declare global {
    const host: sdk.FlowerWar;
    const match: sdk.Match<"flower-war">;
    const identity: sdk.Identity;
    const textOfAFile: string;
  }
`;

const OPTIONS = {
  target: "es2024",
  lib: ["es2024", "dom"],
  module: "nodenext",
  customConditions: ["@flower-war/source"],
  jsx: "react-jsx",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
  types: ["node"],
};

it("type-checks", async () => {
  const folder = await mkdtemp(join(tmpdir(), "flower-war-samples-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: OPTIONS, include: ["."] }),
  );
  await writeFile(join(folder, "globals.d.ts"), GLOBALS);
  let count = 0;
  for (const page of PAGES) {
    const text = await readFile(join(ROOT, page), "utf8");
    for (const [, language, code = ""] of text.matchAll(/^```(js|tsx?)\n([^]*?)^```/gm)) {
      // It imports types that are generated: test/openapi.test.ts checks it with them.
      if (code.includes('from "./api.js"')) continue;
      const line = text.slice(0, text.indexOf(code)).split("\n").length;
      const name = `${page.replaceAll(/\W/g, "-")}-line-${line}.${language === "tsx" ? "tsx" : "ts"}`;
      await writeFile(join(folder, name), `${code}\nexport {};\n`);
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(12);
  const checked = await promisify(execFile)(join(ROOT, "node_modules/.bin/tsc"), ["-p", folder]).catch(
    (error: { stdout?: string }) => error,
  );
  expect(checked.stdout).toBe("");
});

it("is JSON where it says so", async () => {
  let count = 0;
  for (const page of PAGES) {
    const text = await readFile(join(ROOT, page), "utf8");
    for (const [, code = ""] of text.matchAll(/^```json\n([^]*?)^```/gm)) {
      // "..." stands for what is left out.
      const whole = code.replaceAll(/,?\s*\.\.\.(?=\s*[}\]])/g, "").trim();
      const values = whole.includes("}\n{") ? whole.split("\n") : [whole];
      for (const value of values) expect(() => void JSON.parse(value), `${page}: ${value}`).not.toThrow();
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(8);
});
