import { globSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { defineConfig, type MarkdownOptions } from "vitepress";
import { SEARCH } from "../search.ts";
import { anchorOf, FILES, FORGOTTEN, PAGES, pageOf, ROOT } from "../pages.ts";

if (FORGOTTEN.length > 0) throw new Error(`not in site/pages.ts: ${FORGOTTEN.join(", ")}`);

type Markdown = Parameters<NonNullable<MarkdownOptions["config"]>>[0];

/** The project's repository, with the sources, which have no page; empty: it is not published. */
const { repository: REPOSITORY } = JSON.parse(readFileSync(join(ROOT, "published.json"), "utf8")) as {
  repository: string;
};
/** What links to the repository's files begin with, as the packages' READMEs have them. */
const SOURCES = new RegExp(REPOSITORY ? `^${REPOSITORY}/(blob|tree)/main/` : "^(?!)");

/** Links of the files lead to pages where there are any, and to the repository, if there is one, where there are none. */
function linkPages(md: Markdown): void {
  md.core.ruler.push("pages", ({ tokens, env }) => {
    const { relativePath } = env as { readonly relativePath: string };
    const links = tokens.flatMap(({ children }) => children ?? []);
    for (const [i, token] of links.entries()) {
      const href = token.type === "link_open" ? token.attrGet("href") : null;
      if (href === null) continue;
      const [path = "", anchor] = href.split("#");
      if (path === "" || (/^[a-z]+:/.test(path) && !SOURCES.test(path))) continue;
      const file = SOURCES.test(path)
        ? path.replace(SOURCES, "")
        : posix.join(posix.dirname(relativePath), path);
      if (FILES.includes(file)) token.attrSet("href", pageOf(file) + (anchor ? `#${anchor}` : ""));
      else if (REPOSITORY) {
        token.attrSet("href", `${REPOSITORY}/${isFolder(file) ? "tree" : "blob"}/main/${file}`);
      } else {
        isFolder(file);
        const end = links.slice(i).find(({ type }) => type === "link_close");
        for (const each of [token, end])
          if (each) Object.assign(each, { type: "text", tag: "", content: "" });
      }
    }
  });
}

/** @throws Error if there is no such file: a link that leads nowhere */
function isFolder(file: string): boolean {
  return statSync(join(ROOT, file)).isDirectory();
}

const titleOf = (file: string) => /^# (.*)/m.exec(readFileSync(join(ROOT, file), "utf8"))?.[1] ?? file;

export default defineConfig({
  title: "Flower War",
  description: "An authoritative realtime server for the board game Flower War",
  srcDir: ROOT,
  srcExclude: globSync("**/*.md", { cwd: ROOT, exclude: ["**/node_modules/**"] }).filter(
    (file) => !FILES.includes(file),
  ),
  outDir: join(ROOT, "site/dist"),
  rewrites: Object.fromEntries(
    FILES.map((file) => [
      file,
      `${pageOf(file)
        .slice(1)
        .replace(/(^|\/)$/, "$1index")}.md`,
    ]),
  ),
  // The reference of the API is beside the pages.
  ignoreDeadLinks: [/^\/api\//, /^http:\/\/localhost/],
  cleanUrls: false,
  // The files are written for GitHub too: what looks like an element is text.
  markdown: { html: false, anchor: { slugify: anchorOf }, config: linkPages },
  themeConfig: {
    search: { provider: "local", options: { miniSearch: SEARCH } },
    nav: [{ text: "Reference", link: "/api/index.html", target: "_self" }],
    sidebar: Object.entries(PAGES).map(([text, files]) => ({
      text,
      items: files.map((file) => ({ text: titleOf(file), link: pageOf(file) })),
    })),
  },
});
