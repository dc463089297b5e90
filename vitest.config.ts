import { join } from "node:path";
import { defineConfig, type TestUserConfig } from "vitest/config";
import { LONG_TESTS } from "./test/support/long-tests.ts";
import { LongestFirst } from "./test/support/longest-first.ts";
import { listMatchTests, listModuleTests, listSystemTests, listTests } from "./test/support/quick.ts";
import { ROOT } from "./test/support/root.ts";

const systemTests = listSystemTests();
const shortSystemTests = systemTests.filter((test) => !LONG_TESTS.includes(test));
const matchTests = listMatchTests();
const moduleTests = listModuleTests();

// Threads start sooner than processes, and these tests start none.
const quick: Pick<TestUserConfig, "pool" | "setupFiles"> = {
  pool: "threads",
  setupFiles: ["test/support/no-processes.ts", "server/test/support/documented-fetch.ts"],
};

/** Tests of processes and browsers. */
const system: Pick<TestUserConfig, "globalSetup" | "setupFiles"> = {
  globalSetup: "test/support/builds.ts",
  setupFiles: "server/test/support/documented-fetch.ts",
};

/** Those that take long run first. Every other one mostly waits (long-tests.ts): three keep two processors busy. */
const long: Pick<TestUserConfig, "maxWorkers" | "sequence"> = {
  maxWorkers: 3,
  sequence: { groupOrder: 0 },
};

export default defineConfig({
  ssr: { resolve: { conditions: ["@flower-war/source", "node"] } },
  resolve: { conditions: ["@flower-war/source"] },
  test: {
    pool: "forks",
    // Of tests that take seconds most wait more than they work.
    maxWorkers: 4,
    maxConcurrency: 20,
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: LongestFirst, groupOrder: 1 },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Tests start hundreds of processes: Node compiles their sources once.
    env: { NODE_COMPILE_CACHE: join(ROOT, "node_modules/.cache/node-compile") },
    projects: [
      {
        extends: true,
        test: {
          ...quick,
          name: "quick",
          isolate: false,
          include: listTests(),
          exclude: [...systemTests, ...matchTests, ...moduleTests],
        },
      },
      { extends: true, test: { ...quick, name: "quick-modules", include: moduleTests } },
      { extends: true, test: { ...system, name: "system-short", include: shortSystemTests } },
      {
        extends: true,
        test: { ...system, ...long, name: "system", include: systemTests, exclude: shortSystemTests },
      },
      { extends: true, test: { ...long, name: "matches", include: matchTests } },
    ],
  },
});
