/** The names that the packages export: few, and those of release 0.2.0 where they were (docs/compatibility.md). */
import { describe, expect, test } from "vitest";
import { exportedNames, releasedModules, SOURCES } from "./support/exported-names.ts";

/** Modules of names that stay for programs of release 0.2.0, and do not count. */
const DEPRECATED = ["client-sdk/src/deprecated.ts", "client-sdk/src/protocol.ts"];

/** By folder: how many names its main entry has at most, and all its entries together; and how many entries. */
const LIMITS = {
  "client-sdk": { main: 120, all: 425, entries: 17 },
  rules: { main: 92, all: 338, entries: 10 },
  protocol: { main: 120, all: 511, entries: 17 },
} as const;

/** Functions of the lobby's synced list, which release 0.3.0 replaced with pages. */
const GONE = ["readListings", "writeListing"];

const FOLDERS = Object.keys(LIMITS) as (keyof typeof LIMITS)[];
const RELEASE = releasedModules("0.2.0");

/** Returns the names of an entry that count. */
function namesOf(folder: string, entry: string): ReadonlySet<string> {
  const path = SOURCES.entry(folder, entry);
  return DEPRECATED.includes(path) ? new Set() : exportedNames(SOURCES, path, DEPRECATED);
}

describe.each(FOLDERS)("%s", (folder) => {
  // Pattern entries are modules of texts, one name each.
  const entries = SOURCES.entries(folder).filter((entry) => !entry.includes("*"));
  const counts = entries.map((entry) => [entry, namesOf(folder, entry).size] as const);
  const all = new Set(entries.flatMap((entry) => [...namesOf(folder, entry)]));

  test(`exports ${all.size} names over ${entries.length} entries: ${counts.map((count) => count.join(" ")).join(", ")}`, () => {
    const { main, all: most, entries: mostEntries } = LIMITS[folder];
    expect(namesOf(folder, ".").size).toBeLessThanOrEqual(main);
    expect(all.size).toBeLessThanOrEqual(most);
    expect(entries.length).toBeLessThanOrEqual(mostEntries);
  });

  test.each(RELEASE.entries(folder))("has all that release 0.2.0 had in %s", (entry) => {
    const names = exportedNames(SOURCES, SOURCES.entry(folder, entry));
    const former = exportedNames(RELEASE, RELEASE.entry(folder, entry));
    expect(former.size).toBeGreaterThan(0);
    expect([...former].filter((name) => !names.has(name) && !GONE.includes(name))).toEqual([]);
  });
});

test("only names that release 0.2.0 had in the main entry are deprecated, each marked", () => {
  const former = exportedNames(RELEASE, RELEASE.entry("client-sdk", "."));
  const [path = ""] = DEPRECATED;
  const deprecated = exportedNames(SOURCES, path);
  expect([...deprecated].filter((name) => !former.has(name))).toEqual([]);
  expect([...deprecated].filter((name) => namesOf("client-sdk", ".").has(name))).toEqual([]);
  expect(SOURCES.read(path).match(/@deprecated/g)).toHaveLength(deprecated.size);
});
