/** `npm run site`: builds the documentation and the reference of the API in site/dist, and checks their links. */
import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { Application, Comment, type ProjectReflection, ReflectionKind } from "typedoc";
import { build } from "vitepress";
import * as schemas from "@flower-war/protocol/schemas";
import { runTool } from "../protocol/tools/tool.ts";
import { REFERENCE, ROOT } from "./pages.ts";

const USAGE = `Builds the documentation and the reference of the API as a site, in site/dist.

usage: npm run site`;

/** What a package exports: `"."`, and paths that begin with `"./"`. */
interface Manifest {
  readonly name: string;
  readonly exports: { readonly [path: string]: string | { readonly "@flower-war/source": string } };
}

const DIST = join(import.meta.dirname, "dist");

await runTool(USAGE, buildSite);

async function buildSite(): Promise<void> {
  await build(import.meta.dirname);
  await buildReference();
  const broken = brokenLinks();
  if (broken.length > 0) throw new Error(`broken links:\n${broken.join("\n")}`);
}

/** Builds a page for each module of the packages that others import, under the name by which they import it. */
async function buildReference(): Promise<void> {
  const modules = readModules();
  const app = await Application.bootstrapWithPlugins({
    options: join(import.meta.dirname, "typedoc.json"),
    entryPoints: [...modules.keys()],
  });
  const entryPoints = app.getEntryPoints() ?? [];
  for (const entryPoint of entryPoints) {
    entryPoint.displayName = modules.get(entryPoint.sourceFile.fileName) ?? entryPoint.displayName;
  }
  if (entryPoints.length !== modules.size) throw new Error("the reference of the API cannot be built");
  const project = app.converter.convert(entryPoints);
  describeFields(project);
  await app.generateDocs(project, join(DIST, "api"));
}

/** Gives the fields of types that follow from schemas the schemas' descriptions. */
function describeFields(project: ProjectReflection): void {
  const shapes = new Map(
    Object.entries(schemas).map(([name, schema]) => [name, "shape" in schema ? schema.shape : {}]),
  );
  for (const alias of project.getReflectionsByKind(ReflectionKind.TypeAlias)) {
    const fields = Object.entries(shapes.get(alias.name) ?? {});
    for (const [name, { description }] of fields as [string, { readonly description?: string }][]) {
      const field = alias.getChildByName(["__type", name]);
      if (field === undefined || description === undefined) continue;
      field.comment ??= new Comment([{ kind: "text", text: description }]);
    }
  }
}

/** Returns the modules that the packages of the reference export, by the paths of their sources. */
function readModules(): ReadonlyMap<string, string> {
  return new Map(
    REFERENCE.flatMap((folder) => {
      const { name, exports } = JSON.parse(
        readFileSync(join(ROOT, folder, "package.json"), "utf8"),
      ) as Manifest;
      return Object.entries(exports).flatMap(([path, target]) => {
        if (typeof target === "string") return [];
        const source = target["@flower-war/source"].slice("./".length);
        const [before = "", after = ""] = source.split("*");
        return globSync(source.replace("*", "**/*"), { cwd: join(ROOT, folder) }).map((file) => {
          const star = file.slice(before.length, file.length - after.length);
          return [join(ROOT, folder, file), `${name}${path.slice(1).replace("*", star)}`] as const;
        });
      });
    }),
  );
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
