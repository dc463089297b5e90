import { globSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "..");

/** The site's pages as its sidebar has them: files of the project, by what their reader wants. */
export const PAGES: Readonly<Record<string, readonly string[]>> = {
  Begin: ["README.md", "docs/accessibility.md", "docs/glossary.md", "CHANGELOG.md"],
  Rules: [
    "docs/rules/flower-war.md",
    "docs/rules/space-aztecs.md",
    "docs/rules/tieqchieq.md",
    "docs/rules-checked.md",
  ],
  "Write a client": [
    "docs/json-api.md",
    "client-sdk/README.md",
    "clients/python/README.md",
    "examples/page/README.md",
    "examples/terminal/README.md",
    "examples/embed/README.md",
    "docs/protocol.md",
    "docs/client-check.md",
    "docs/compatibility.md",
    "docs/limits.md",
    "docs/bots.md",
    "docs/tournaments.md",
    "docs/studies.md",
    "docs/fair-dice.md",
    "docs/ratings.md",
  ],
  "Make a game": [
    "docs/add-a-game.md",
    "docs/translate.md",
    "create/README.md",
    "rules/README.md",
    "game-frame/README.md",
    "server/README.md",
  ],
  "Build a temple": ["docs/build-a-temple.md", "docs/temple-protocol.md"],
  "Run a server": [
    "docs/operate.md",
    "docs/configuration.md",
    "cli/README.md",
    "SECURITY.md",
    "docs/security.md",
    "docs/privacy.md",
    "docs/journal.md",
    "docs/reliability.md",
    "docs/performance.md",
    "docs/capacity.md",
    "docs/performance-page.md",
    "docs/performance-rules.md",
    "docs/balance.md",
  ],
  Contribute: [
    "CONTRIBUTING.md",
    "docs/architecture.md",
    "docs/colyseus.md",
    "protocol/README.md",
    "bridge/README.md",
  ],
};

export const FILES: readonly string[] = Object.values(PAGES).flat();

/** The packages of which the site has a reference; what several export stands with the first. */
export const REFERENCE: readonly string[] = ["protocol", "client-sdk", "rules", "server"];

/** Files that are documents of the project, and in no sidebar; there must be none. */
export const FORGOTTEN: readonly string[] = globSync(
  ["docs/*.md", "docs/rules/*.md", "*.md", "*/README.md", "{clients,examples}/*/README.md"],
  {
    cwd: ROOT,
  },
).filter((file) => !FILES.includes(file));

/** Returns the path of a page on the site, without its ending. */
export function pageOf(file: string): string {
  return `/${file
    .replace(/(^|\/)README\.md$/, "$1index.md")
    .replace(/\.md$/, "")
    .toLowerCase()}`.replace(/\/index$/, "/");
}

/** Returns the anchor of a heading, as GitHub makes it: links of the files work at both places. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-");
}
