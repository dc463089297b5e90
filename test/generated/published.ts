import { join } from "node:path";
import { PUBLIC_PACKAGES } from "../support/public-packages.ts";
import type { Published } from "../support/published.ts";

/* What follows from published.json: how documents install the packages, where READMEs of packages link to, and what manifests name. */

/** A way to get packages, in a document that has it between `<!-- install -->` and `<!-- /install -->`. */
interface Way {
  readonly from: "npm" | "pypi";
  /** While the registry does not have them. */
  readonly clone: string;
  readonly registry: string;
}

const fenced = (...lines: readonly string[]): string => ["```sh", ...lines, "```"].join("\n");

/** Installs a package of npm. @param needs the packages' folders besides its own that have to be packed */
function fromNpm(
  name: string,
  needs: readonly string[],
  it: "it" | "them",
  prepare = "npm run packages",
): Way {
  const tarballs = needs.map((each) => `../flower-war/packages/flower-war-${each}-*.tgz`);
  const note = `\`${prepare}\` in a clone of the project packs ${it}, for no registry has ${it} yet. Links lead to files of that clone.`;
  return {
    from: "npm",
    clone: `${fenced(`npm install ${tarballs.join(" ")}`)}\n\n${note}`,
    registry: fenced(`npm install ${name}`),
  };
}

const WITH_SDK = "npm ci && npm run packages";
const START = "npx --no -- flower-war start";
const CREATED = ["cd ../my-game && npm install", "npm start"];
/** The name of the command at npm, and of the Python client at PyPI. */
const NAME = "flower-war";
/** What `npm create` takes. */
const CREATE = "flower-war-game";

/** The ways, by the document that has each. */
const WAYS: Readonly<Record<string, Way>> = {
  "rules/README.md": fromNpm("@flower-war/rules", ["rules"], "it"),
  "protocol/README.md": fromNpm("@flower-war/protocol", ["rules", "protocol"], "them"),
  "client-sdk/README.md": fromNpm(
    "@flower-war/client-sdk",
    ["rules", "protocol", "client-sdk"],
    "them",
    WITH_SDK,
  ),
  "game-frame/README.md": fromNpm(
    "@flower-war/game-frame",
    ["rules", "protocol", "client-sdk", "game-frame"],
    "them",
    WITH_SDK,
  ),
  "server/README.md": fromNpm("@flower-war/server", ["rules", "protocol", "server"], "them"),
  "cli/README.md": {
    from: "npm",
    clone: `${fenced("npm install ../flower-war/packages/flower-war*.tgz", START)}

\`${WITH_SDK}\` in a clone of the project packs what is installed here, for no registry has it yet. Links lead to files of that clone.`,
    registry: fenced(`npm install ${NAME}`, START),
  },
  "create/README.md": {
    from: "npm",
    clone: `In a clone of the project:\n\n${fenced(WITH_SDK, "npx --yes ./packages/create-*.tgz ../my-game", ...CREATED)}`,
    registry: fenced(`npm create ${CREATE} ../my-game`, ...CREATED),
  },
  "docs/add-a-game.md": {
    from: "npm",
    clone: `In a clone of the project, which packs its packages first because no registry has them yet:\n\n${fenced(WITH_SDK, "npx --yes ./packages/create-*.tgz ../my-game", ...CREATED)}`,
    registry: fenced(`npm create ${CREATE} ../my-game`, ...CREATED),
  },
  "README.md": {
    from: "npm",
    clone: `To run it [without a clone](cli/README.md), pack the packages with \`${WITH_SDK}\` and install them where you like.`,
    registry: `To run it [without a clone](cli/README.md), \`npm install ${NAME}\` where you like.`,
  },
  "clients/python/README.md": {
    from: "pypi",
    clone: `In a clone of the project, for no registry has it yet:\n\n${fenced("pip install ./clients/python")}`,
    registry: fenced(`pip install ${NAME}`),
  },
  "examples/terminal/README.md": {
    from: "pypi",
    clone: fenced(
      "pip install ./clients/python textual",
      "python3 examples/terminal/play.py --game flower-war --name Citlali",
    ),
    registry: fenced(
      `pip install ${NAME} textual`,
      "python3 examples/terminal/play.py --game flower-war --name Citlali",
    ),
  },
  "docs/fair-dice.md": {
    from: "pypi",
    clone: fenced("pip install ./clients/python && flower-war-verify match.jsonl witness.json"),
    registry: fenced(`pip install ${NAME} && flower-war-verify match.jsonl witness.json`),
  },
};

const BLOCK = /(<!-- install -->\n\n)[^]*?(\n\n<!-- \/install -->)/;

/** What npm and PyPI show of a package. */
const PACKAGES: readonly string[] = [...PUBLIC_PACKAGES, "clients/python"];

/** The files that say what is published, and what writes each. */
export function writersOf(published: Published): Readonly<Record<string, (before: string) => string>> {
  const { repository } = published;
  const writers: Record<string, ((before: string) => string)[]> = {};
  const add = (path: string, write: (before: string) => string) => void (writers[path] ??= []).push(write);
  for (const [path, way] of Object.entries(WAYS))
    add(path, (before) => writeWay(path, before, way, published));
  for (const folder of PACKAGES) {
    add(`${folder}/README.md`, (before) => writeLinks(folder, before, repository));
    if (folder === "clients/python")
      add(`${folder}/pyproject.toml`, (before) => writeUrls(before, repository));
    else add(`${folder}/package.json`, (before) => writeManifest(folder, before, repository));
  }
  return Object.fromEntries(
    Object.entries(writers).map(([path, all]) => [
      path,
      (before: string) => all.reduce((text, write) => write(text), before),
    ]),
  );
}

function writeWay(
  path: string,
  before: string,
  { from, clone, registry }: Way,
  published: Published,
): string {
  if (!BLOCK.test(before)) throw new Error(`${path} has no "<!-- install -->" with an end`);
  return before.replace(
    BLOCK,
    (_, begin: string, end: string) => begin + (published[from] ? registry : clone) + end,
  );
}

/** The beginning of a link to a file of the published repository. */
const PUBLISHED_LINK = /\]\(https:\/\/[^)\s]+\/(?:blob|tree)\/main\/([^)#\s]*)/g;

/** Readers of a published package have no clone: links lead to the repository. */
function writeLinks(folder: string, before: string, repository: string): string {
  const local = before.replace(PUBLISHED_LINK, (_, path: string) => `](${relativeTo(folder, path)}`);
  if (!repository) return local;
  return local.replace(/\]\((\.[^)#\s]*|[A-Za-z][\w.-]*\/[^)#\s:]*|[\w-]+\.md)/g, (_, path: string) => {
    const file = join(folder, path);
    const kind = /\.\w+$/.test(file) ? "blob" : "tree";
    return `](${repository}/${kind}/main/${file}`;
  });
}

/** Returns the path of a file as a link from a folder writes it. */
function relativeTo(folder: string, path: string): string {
  if (path.startsWith(`${folder}/`)) return path.slice(folder.length + 1);
  return `${"../".repeat(folder.split("/").length)}${path}`;
}

interface PackageManifest {
  readonly license: string;
  readonly [field: string]: unknown;
}

function writeManifest(folder: string, before: string, repository: string): string {
  const { homepage: _, repository: __, ...manifest } = JSON.parse(before) as PackageManifest;
  const places = {
    homepage: `${repository}/blob/main/${folder}/README.md`,
    repository: { type: "git", url: `git+${repository}.git`, directory: folder },
  };
  const entries = Object.entries(manifest).flatMap(([field, value]) =>
    field === "license" && repository ? [...Object.entries(places), [field, value]] : [[field, value]],
  );
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

function writeUrls(before: string, repository: string): string {
  const without = before.replace(/\[project\.urls\]\n(?:.+\n)*\n/, "");
  if (!repository) return without;
  const urls = `[project.urls]\nHomepage = "${repository}"\nRepository = "${repository}"\n\n`;
  return without.replace("[project.scripts]\n", `${urls}[project.scripts]\n`);
}

/** The documents that tell how packages are installed. */
export const INSTALL_DOCUMENTS: readonly string[] = Object.keys(WAYS);
