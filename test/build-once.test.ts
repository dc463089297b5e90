/** Builds that tests share are made once, and only by one process at a time. */
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildOnce } from "./support/build-once.ts";
import { makeTempFolder } from "./support/temp-folder.ts";

/** Longer ago than a build is kept. */
const LONG_AGO = new Date(Date.now() - 2 * 86_400_000);

/** More than a process' id can be. */
const NO_PROCESS = 2 ** 31 - 1;

/** Returns what builds a page, and what counts how often it did. */
function builder() {
  const counted = { builds: 0 };
  const build = async (into: string) => {
    counted.builds += 1;
    await new Promise(setImmediate);
    writeFileSync(join(into, "page.html"), "");
  };
  return { counted, build };
}

test("several who need a folder at the same time build it once", async () => {
  const builds = join(makeTempFolder(), "builds");
  const { counted, build } = builder();
  await Promise.all([1, 2, 3].map(() => buildOnce(join(builds, "a"), build)));
  await buildOnce(join(builds, "a"), build);
  expect(counted.builds).toBe(1);
  expect(readdirSync(builds)).toEqual(["a"]);
  expect(readdirSync(join(builds, "a"))).toEqual(["page.html"]);
});

test("the lock of a process that has ended holds up no build", async () => {
  const builds = makeTempFolder();
  writeFileSync(join(builds, "a.lock"), String(NO_PROCESS));
  const { counted, build } = builder();
  await buildOnce(join(builds, "a"), build);
  expect(counted.builds).toBe(1);
  expect(readdirSync(builds)).toEqual(["a"]);
});

test("a build that fails keeps nothing, and says why", async () => {
  const builds = makeTempFolder();
  const fails = () => Promise.reject(new Error("no room"));
  await expect(buildOnce(join(builds, "a"), fails)).rejects.toThrow("no room");
  expect(readdirSync(builds)).toEqual([]);
});

test("a build that is used stays, one that is not used for a day is removed", async () => {
  const builds = makeTempFolder();
  for (const name of ["used", "unused"]) {
    mkdirSync(join(builds, name));
    utimesSync(join(builds, name), LONG_AGO, LONG_AGO);
  }
  const { counted, build } = builder();
  await buildOnce(join(builds, "used"), build);
  await buildOnce(join(builds, "new"), build);
  expect(counted.builds).toBe(1);
  expect(existsSync(join(builds, "unused"))).toBe(false);
  expect(statSync(join(builds, "used")).mtimeMs).toBeGreaterThan(LONG_AGO.getTime());
});
