/** What changes when the owner publishes, and fills in published.json. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { INSTALL_DOCUMENTS, writersOf } from "./generated/published.ts";
import { PUBLIC_PACKAGES } from "./support/public-packages.ts";
import { PUBLISHED } from "./support/published.ts";
import { ROOT } from "./support/root.ts";

const REPOSITORY = "https://code.example/flower-war/flower-war";
const text = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const writers = writersOf({ repository: REPOSITORY, npm: "0.4.0", pypi: "0.4.0" });
const written = new Map(Object.entries(writers).map(([path, write]) => [path, write(text(path))]));

describe("with published.json filled in", () => {
  test.each(INSTALL_DOCUMENTS)("%s installs from a registry, and speaks of no clone that packs", (path) => {
    const after = written.get(path) ?? "";
    const [, block = ""] = /<!-- install -->([^]*?)<!-- \/install -->/.exec(after) ?? [];
    expect(block).toMatch(/\b(npm (install|create)|pip install) @?flower-war/);
    expect(after).not.toMatch(/no registry has|npm run packages|pip install \.\/clients/);
  });

  test.each([...PUBLIC_PACKAGES, "clients/python"])(
    "all links of %s's README lead to files of the repository, or elsewhere",
    (folder) => {
      const links = [...(written.get(`${folder}/README.md`) ?? "").matchAll(/\]\(([^)]*)\)/g)].map(
        ([, link = ""]) => link,
      );
      expect(links.filter((link) => !/^(https?:|#)/.test(link))).toEqual([]);
      const files = links.flatMap(
        (link) => new RegExp(`^${REPOSITORY}/(?:blob|tree)/main/([^#]*)`).exec(link)?.[1] ?? [],
      );
      expect(files.length).toBeGreaterThan(0);
      expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    },
  );

  test.each(PUBLIC_PACKAGES)("the manifest of %s names the repository and its folder there", (folder) => {
    expect(JSON.parse(written.get(`${folder}/package.json`) ?? "")).toMatchObject({
      ...JSON.parse(text(`${folder}/package.json`)),
      homepage: `${REPOSITORY}/blob/main/${folder}/README.md`,
      repository: { type: "git", url: `git+${REPOSITORY}.git`, directory: folder },
    });
  });

  test("so does that of the Python client", () => {
    expect(written.get("clients/python/pyproject.toml")).toContain(
      `[project.urls]\nHomepage = "${REPOSITORY}"\nRepository = "${REPOSITORY}"\n\n[project.scripts]`,
    );
  });

  test("emptied again it leaves each file as it was", () => {
    const back = writersOf(PUBLISHED);
    for (const [path, after] of written) expect(back[path]?.(after), path).toBe(text(path));
  });
});
