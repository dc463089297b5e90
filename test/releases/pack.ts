/**
 * Packs server and bridge of a clone as the releases in this folder keep them: each as one bundle with all that it depends on,
 * without the pages. So it starts years later too, with no registry.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bridgeBundle } from "../support/bridge-bundle.ts";

/** The part of Vite that this uses: that of the clone. */
interface Vite {
  build(config: object): Promise<unknown>;
}

/** Writes `flower-war-server-<version>.tgz` and `flower-war-bridge-<version>.tgz` of an installed clone into a folder. */
export async function packProcesses(clone: string, version: string, folder: string): Promise<void> {
  const vite = (await import(
    pathToFileURL(createRequire(join(clone, "server/")).resolve("vite")).href
  )) as Vite;
  await vite.build({
    logLevel: "error",
    root: join(clone, "server"),
    configFile: join(clone, "server/vite.config.ts"),
  });
  await vite.build(bridgeBundle(clone, join(clone, "bridge/dist/bundle")));
  for (const name of ["server", "bridge"]) packBundle(clone, name, version, folder);
  rmSync(join(clone, "bridge/dist/bundle"), { recursive: true });
}

function packBundle(clone: string, name: string, version: string, folder: string): void {
  const temporary = mkdtempSync(join(tmpdir(), "flower-war-pack-"));
  const content = join(temporary, "package");
  mkdirSync(content);
  cpSync(join(clone, name, "dist/bundle"), join(content, "dist/bundle"), { recursive: true });
  const openApi = join(clone, name, "openapi.json");
  if (existsSync(openApi)) cpSync(openApi, join(content, "openapi.json"));
  const { license } = JSON.parse(readFileSync(join(clone, name, "package.json"), "utf8")) as {
    license: string;
  };
  const manifest = { name: `@flower-war/${name}`, version, license, type: "module" };
  writeFileSync(join(content, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(clone, "LICENSE"), join(content, "LICENSE"));
  const tarball = join(folder, `flower-war-${name}-${version}.tgz`);
  // The same bytes of the same content.
  const fixed = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=1985-10-26T08:15:00Z"];
  execFileSync("tar", [...fixed, "-czf", tarball, "-C", temporary, "package"], {
    env: { ...process.env, GZIP: "-9n" },
    stdio: ["ignore", "inherit", "ignore"],
  });
  rmSync(temporary, { recursive: true });
}
