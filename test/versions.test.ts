import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "./support/root.ts";

interface Manifest {
  readonly name: string;
  readonly version?: string;
  readonly private?: boolean;
  readonly workspaces?: readonly string[];
  readonly engines?: { readonly node: string };
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
  readonly overrides?: Versions;
}
type Versions = Readonly<Record<string, string>>;

const EXACT = /^(npm:[@\w/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;

const read = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), "utf8"));
const root = read("package.json") as Manifest;
const folders = ["", ...(root.workspaces ?? [])];
const manifests = new Map(folders.map((folder) => [folder, read(join(folder, "package.json")) as Manifest]));
const lock = read("package-lock.json") as { readonly packages: Readonly<Record<string, Manifest>> };

describe.each(folders)("%s/package.json", (folder) => {
  const { dependencies = {}, devDependencies = {}, overrides = {} } = manifests.get(folder) as Manifest;

  test("names the exact version of every dependency", () => {
    const ranges = Object.entries({ ...dependencies, ...devDependencies, ...overrides }).filter(
      ([, version]) => !EXACT.test(version),
    );
    expect(ranges).toEqual([]);
  });

  test("names the version that package-lock.json installs", () => {
    const locked = lock.packages[folder];
    expect(locked).toMatchObject({
      ...(Object.keys(dependencies).length > 0 && { dependencies }),
      ...(Object.keys(devDependencies).length > 0 && { devDependencies }),
    });
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      const { [`${folder}/node_modules/${name}`]: own, [`node_modules/${name}`]: shared } = lock.packages;
      const workspace = [...manifests.values()].find((manifest) => manifest.name === name);
      expect([name, (workspace ?? own ?? shared)?.version]).toEqual([name, version.replace(/^npm:.*@/, "")]);
    }
  });
});

test("every package that users install names the Node that it needs", () => {
  const engines = [...manifests.values()]
    .filter((manifest) => manifest.private !== true)
    .map(({ name, engines: needed }) => [name, needed?.node]);
  expect(Object.fromEntries(engines)).toEqual({
    "@flower-war/bridge": ">=24",
    "@flower-war/client-sdk": ">=22",
    "@flower-war/game-frame": ">=22",
    "@flower-war/protocol": ">=22",
    "@flower-war/rules": ">=22",
    "@flower-war/server": ">=24",
    // What commander needs. `flower-war start` runs the server's Node.
    "flower-war": ">=22.12",
    "create-flower-war-game": ">=20",
  });
});
