/** `npm run site`, once: it fails if a link between the pages, or to a heading, leads nowhere. */
import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import MiniSearch from "minisearch";
import { beforeAll, describe, expect, test } from "vitest";
import { SEARCH } from "../site/search.ts";
import { PUBLISHED } from "./support/published.ts";
import { ROOT } from "./support/root.ts";

const DIST = join(ROOT, "site/dist");

const read = (page: string) => readFile(join(DIST, page), "utf8");

describe("the documentation site", () => {
  beforeAll(async () => {
    await promisify(execFile)("npm", ["run", "--silent", "site"], { cwd: ROOT });
  }, 300_000);

  test("has the documents as pages, which link to each other, and to the repository for sources", async () => {
    const page = await read("docs/json-api.html");
    expect(page).toContain('href="/docs/protocol.html#start"');
    const source = "rules/src/tieqchieq/vocabulary.ts";
    if (PUBLISHED.repository) expect(page).toContain(`href="${PUBLISHED.repository}/blob/main/${source}"`);
    else expect(page).not.toMatch(/href="[^"]*vocabulary\.ts/);
    expect(page).toContain('href="/clients/python/"');
    expect(await read("index.html")).toContain('href="/client-sdk/"');
  });

  test.each([
    ["too-many-messages", "/docs/limits.html#limits"],
    ["client-too-old", "/docs/protocol.html#codes"],
    ["host.create", "/client-sdk/#connect"],
    ["host.quickPlay", "/client-sdk/#connect"],
    ["K-13", "/docs/client-check.html#what-is-checked"],
    ["take a seat", "/docs/json-api.html#take-a-seat"],
  ])("finds %s first where it is told, not where its words are", async (asked, expected) => {
    const [file = ""] = globSync("assets/chunks/@localSearchIndex*.js", { cwd: DIST });
    const { default: index } = (await import(join(DIST, file))) as { default: string };
    const { options, searchOptions } = SEARCH;
    const search = MiniSearch.loadJSON<{ id: string }>(index, {
      fields: ["title", "titles", "text"],
      searchOptions,
      ...options,
    });
    expect(search.search(asked)[0]?.id).toBe(expected);
  });

  test("has the reference of every module that users import, by its name, with what the fields of types are that follow from schemas", async () => {
    expect(await read("api/classes/_flower-war_client-sdk.FlowerWar.html")).toContain("quickPlay");
    const listing = await read("api/types/_flower-war_protocol_schemas.Listing.html");
    expect(listing).toContain("The name of the player who hosts it.");
    expect(listing).toContain("The names of the people who have seats");
    for (const folder of ["client-sdk", "rules", "server", "protocol"]) {
      const { name, exports } = JSON.parse(await readFile(join(ROOT, folder, "package.json"), "utf8")) as {
        name: string;
        exports: object;
      };
      for (const path of Object.keys(exports).filter((exported) => exported !== "./package.json")) {
        const module = `${name}${path.slice(1)}`;
        const pages = globSync(`api/modules/${module.replaceAll(/[@/]/g, "_")}.html`, { cwd: DIST });
        expect(pages, module).not.toEqual([]);
        for (const page of pages) expect(await read(page)).toContain(`<title>${module.split("*")[0]}`);
      }
    }
  });
});
