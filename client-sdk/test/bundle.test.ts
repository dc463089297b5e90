import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { expect, it } from "vitest";

/** bytes, gzipped: the SDK, its dependencies and the rules of one game */
const TARGET = 75_000;

/** Bundles the whole of the SDK's front door for browsers, as a page's build does. */
async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "error",
    root: fileURLToPath(new URL("..", import.meta.url)),
    resolve: { conditions: ["@flower-war/source", "browser", "module", "import", "default"] },
    build: {
      write: false,
      lib: { entry: "src/index.ts", formats: ["es"] },
      rolldownOptions: { output: { minify: true } },
    },
  });
  const outputs = [result].flat().flatMap((made) => ("output" in made ? made.output : []));
  return outputs.map((output) => ("code" in output ? output.code : "")).join("");
}

it("the SDK with the rules of one game takes at most 75 KB gzipped in a browser, and nothing of Node's", async () => {
  const code = await bundle();
  expect(code).not.toMatch(/\b(?:from|import\()\s*["'](?:node:|fs|crypto|events|stream|net)/);
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(TARGET);
});
