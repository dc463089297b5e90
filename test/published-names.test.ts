/** The project's names in registries belong to whoever takes them first: nothing installs or names a package or address that is not published. */
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isFetch, readCommands } from "./support/documented-commands.ts";
import { PUBLISHED } from "./support/published.ts";
import { ROOT } from "./support/root.ts";
import { runShell } from "./support/run-shell.ts";
import { makeTempFolder } from "./support/temp-folder.ts";

const commands = readCommands();

describe("beside registries on which a stranger has taken the project's names", () => {
  const asked: string[] = [];
  const registry = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    const [, name] = /^\/((?:@flower-war\/)?[\w-]+)\/?$/.exec(path.replace(/^\/simple/, "")) ?? [];
    const isOurs = name !== undefined && /^(@flower-war\/|flower[-_]war)/.test(name);
    if (/\.(tgz|tar\.gz|whl)/.test(path)) asked.push(path);
    if (!isOurs) return void response.writeHead(404).end("{}");
    const { port } = registry.address() as AddressInfo;
    const file = `http://127.0.0.1:${port}/files/${encodeURIComponent(name)}`;
    if (path.startsWith("/simple")) {
      response.writeHead(200, { "Content-Type": "text/html" });
      return void response.end(`<a href="${file}-99.0.0.tar.gz">flower_war-99.0.0.tar.gz</a>`);
    }
    const manifest = {
      name,
      version: "99.0.0",
      bin: { "flower-war": "run.js" },
      dist: { tarball: `${file}-99.0.0.tgz` },
    };
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(
      JSON.stringify({ name, "dist-tags": { latest: "99.0.0" }, versions: { "99.0.0": manifest } }),
    );
  });
  let environment: Readonly<Record<string, string>>;
  let cache: string;
  beforeAll(async () => {
    cache = await mkdtemp(join(tmpdir(), "flower-war-npm-"));
    registry.listen(0, "127.0.0.1");
    await once(registry, "listening");
    const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
    environment = {
      npm_config_registry: url,
      npm_config_cache: cache,
      npm_config_fetch_retries: "0",
      npm_config_audit: "false",
      PIP_INDEX_URL: `${url}/simple`,
      PIP_BREAK_SYSTEM_PACKAGES: "1",
      // As in CI, where npx does not ask.
      CI: "1",
    };
  });
  afterAll(async () => {
    registry.close();
    await rm(cache, { recursive: true });
  });

  /** Each command once, those of npx by what they would fetch. */
  const fetches = [
    ...new Map(
      commands
        .filter(({ line }) => isFetch(line))
        .map(
          ({ line }) =>
            [/npx (?:--no -- )?[\w-]+|npm install [.\w/-]+packages/.exec(line)?.[0] ?? line, line] as const,
        ),
    ).values(),
  ].map((line) => line.replaceAll(/<[\w-]+>/g, "x"));

  test.skipIf(PUBLISHED.npm).each(fetches)("none is fetched by: %s", async (line) => {
    await runShell(line, makeTempFolder(), environment);
    expect(asked).toEqual([]);
  });

  test("the registry would give them to whoever asks", async () => {
    await runShell("npm exec --yes flower-war start", makeTempFolder(), environment);
    expect(asked.splice(0)).toEqual(["/files/flower-war-99.0.0.tgz"]);
  });
});

test("no document, page or message names a way that needs what is not published", () => {
  const files = globSync(["**/*.{md,ts,tsx,po,json,toml,mjs,sh,yml,html}"], {
    cwd: ROOT,
    exclude: [
      "**/node_modules/**",
      "**/dist*/**",
      "data/**",
      "test/published-names.test.ts",
      "test/attacks/**",
    ],
  });
  const names = [
    ...(PUBLISHED.npm
      ? []
      : [
          /npx (--yes |-y )?(create-)?flower-war/,
          /npm (create|init) flower-war/,
          /npm (i|install) [^\n`]*(?<![\w/.-])@?flower-war(?!\/packages)/,
        ]),
    ...(PUBLISHED.pypi ? [] : [/pip install flower/]),
    ...(PUBLISHED.repository ? [] : [/git(hub|lab)\.com\/flower-war/]),
  ];
  const found = files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), "utf8");
    return names.filter((name) => name.test(text)).map((name) => `${file}: ${String(name)}`);
  });
  expect(found).toEqual([]);
});
