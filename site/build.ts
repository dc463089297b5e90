/** `npm run site`: builds the documentation and the reference of the API in site/dist, and checks their links. */
import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { Application } from "typedoc";
import { build } from "vitepress";
import { runTool } from "../protocol/tools/tool.ts";

const USAGE = `Builds the documentation and the reference of the API as a site, in site/dist.

usage: npm run site`;

const DIST = join(import.meta.dirname, "dist");

await runTool(USAGE, buildSite);

async function buildSite(): Promise<void> {
  await build(import.meta.dirname);
  await buildReference();
  const broken = brokenLinks();
  if (broken.length > 0) throw new Error(`broken links:\n${broken.join("\n")}`);
}

async function buildReference(): Promise<void> {
  const app = await Application.bootstrapWithPlugins({ options: join(import.meta.dirname, "typedoc.json") });
  const project = await app.convert();
  if (project === undefined) throw new Error("the reference of the API cannot be built");
  await app.generateDocs(project, join(DIST, "api"));
}

/** Returns the links between pages that lead nowhere, anchors too, as `page -> link`. */
function brokenLinks(): string[] {
  const files = globSync("**/*.html", { cwd: DIST });
  const texts = new Map(files.map((file) => [file, readFileSync(join(DIST, file), "utf8")]));
  const anchors = new Map(
    [...texts].map(([file, text]) => [
      file,
      new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)),
    ]),
  );
  return [...texts].flatMap(([file, text]) =>
    [...text.matchAll(/<a [^>]*?href="([^":]*)"/g)].flatMap(([, href = ""]) => {
      const [path = "", anchor = ""] = href.split("#");
      const from = path.startsWith("/") ? "" : posix.dirname(file);
      const target = path === "" ? file : posix.join(from, path.endsWith("/") ? `${path}index.html` : path);
      const known = anchors.get(target.replace(/^\//, ""));
      const exists = known !== undefined && (anchor === "" || known.has(decodeURIComponent(anchor)));
      return exists ? [] : [`${file} -> ${href}`];
    }),
  );
}
