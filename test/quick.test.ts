import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { LONG_TESTS } from "./support/long-tests.ts";
import { listMatchTests, listSystemTests } from "./support/quick.ts";

// Not by an import declaration: it would make this a system test.
const childProcess = createRequire(import.meta.url)("node:child_process") as Record<string, () => unknown>;

test.each(["exec", "execFile", "execFileSync", "execSync", "fork", "spawn", "spawnSync"])(
  "a quick test cannot start a process: %s throws",
  async (name) => {
    expect(() => childProcess[name]?.()).toThrow("a quick test started");
    const imported = (await import("node:child_process")) as unknown as Record<string, () => unknown>;
    expect(() => imported[name]?.()).toThrow("a quick test started");
  },
);

test("tests that start a process, a broker or a browser are system tests, also when a helper does it", () => {
  const system = listSystemTests();
  expect(system).toContain("test/start.test.ts"); // forks start.mjs itself
  expect(system).toContain("cli/test/temple-revoke.test.ts"); // its helper runs the command
  expect(system).toContain("bridge/test/presence.test.ts"); // the bridge's sources bring a broker
  expect(system).toContain("test/page.test.ts"); // a browser
  expect(system).toContain("bench/test/bench.test.ts"); // the bench's sources start servers
  expect(system).not.toContain("cli/test/hands.test.ts");
});

test("the tests that are started first exist, and are no quick tests", () => {
  const known = [...listSystemTests(), ...listMatchTests()];
  expect(LONG_TESTS.filter((path) => !known.includes(path))).toEqual([]);
});
