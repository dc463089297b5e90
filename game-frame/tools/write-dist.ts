/** Runs before the package is packed: writes into `dist` what it exports, made of the page's sources (web/src/games/own/frame). */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { dirname, join, relative } from "node:path";
import { runTool } from "../../protocol/tools/tool.ts";
import { build, type Plugin } from "vite";

const USAGE = `Writes the package's modules and types into game-frame/dist.

usage: npm run prepack -w game-frame`;

const PACKAGE = join(import.meta.dirname, "..");
const DIST = join(PACKAGE, "dist");
const ENTRY = "games/own/frame/game-frame";
const WEB = join(PACKAGE, "../web");
/** Where the compiler writes the page's types. */
const TYPES = join(WEB, "node_modules/.types");

await runTool(USAGE, async () => {
  rmSync(DIST, { recursive: true, force: true });
  execFileSync("tsc", ["-b", WEB], { stdio: "inherit" });
  await writeModule();
  const types = copyTypes(join(TYPES, `${ENTRY}.d.ts`));
  const reference = '/// <reference path="../src/files.d.ts" preserve="true" />';
  writeFileSync(
    join(DIST, "index.d.ts"),
    `${reference}\nexport * from "./${relative(DIST, types).replace(/\.d\.ts$/, ".js")}";\n`,
  );
});

/** Builds one module. What the page has besides, its drawings and its words in other languages, is not in it: it is for tests. */
async function writeModule(): Promise<void> {
  await build({
    root: WEB,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    plugins: [withoutFiles()],
    resolve: { conditions: ["@flower-war/source"] },
    build: {
      outDir: DIST,
      minify: false,
      lib: { entry: join(WEB, "src", `${ENTRY}.tsx`), formats: ["es"], fileName: () => "index.js" },
      rolldownOptions: {
        external: [/^react($|\/)/, /^@flower-war\//],
        output: { codeSplitting: false },
      },
    },
  });
  for (const file of globSync("*.css", { cwd: DIST })) rmSync(join(DIST, file));
}

/** Vite plugin: drawings are paths of no file, and catalogues of words are empty. */
function withoutFiles(): Plugin {
  return {
    name: "without-files",
    enforce: "pre",
    load(id) {
      if (id.endsWith(".svg?url"))
        return `export default ${JSON.stringify(`/${relative(WEB, id.replace("?url", ""))}`)}`;
      if (/\.po(\?\w+)?$/.test(id)) return "export const messages = {}";
      return null;
    },
  };
}

/** Copies a module's types and those of all that it imports by path. Returns where they are. */
function copyTypes(file: string): string {
  const copy = join(DIST, "types", relative(TYPES, file));
  if (existsSync(copy)) return copy;
  const text = readFileSync(file, "utf8");
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, text.replace(/\n\/\/# sourceMappingURL=.*/, ""));
  for (const [, specifier = ""] of text.matchAll(/(?:from|import\() ?"(\.[^"]+)"/g))
    copyTypes(join(dirname(file), specifier.replace(/\.tsx?$/, ".d.ts")));
  return copy;
}
