import { join } from "node:path";
import { defineConfig, type TestUserConfig } from "vitest/config";
import { LongestFirst } from "./test/support/longest-first.ts";
import { listMatchTests, listModuleTests, listSystemTests, listTests } from "./test/support/quick.ts";
import { ROOT } from "./test/support/root.ts";

const systemTests = listSystemTests();
const matchTests = listMatchTests();
const moduleTests = listModuleTests();

// Threads start sooner than processes, and these tests start none.
const quick: Pick<TestUserConfig, "pool" | "setupFiles"> = {
  pool: "threads",
  setupFiles: ["test/support/no-processes.ts", "server/test/support/documented-fetch.ts"],
};

const system: Pick<TestUserConfig, "globalSetup" | "setupFiles"> = {
  globalSetup: "test/support/builds.ts",
  setupFiles: "server/test/support/documented-fetch.ts",
};

export default defineConfig({
  ssr: { resolve: { conditions: ["@flower-war/source", "node"] } },
  resolve: { conditions: ["@flower-war/source"] },
  test: {
    pool: "forks",
    // Tests start processes and browsers of their own, and often wait: six at a time keep two processors busy.
    maxWorkers: 6,
    maxConcurrency: 20,
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: LongestFirst },
    // They end what hangs. What is slow on a busy machine passes.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    globalSetup: "test/support/write-openapi.ts",
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
      {
        extends: true,
        test: { ...quick, name: "quick-modules", include: moduleTests, exclude: systemTests },
      },
      { extends: true, test: { name: "matches", isolate: false, include: matchTests } },
      {
        extends: true,
        test: {
          ...system,
          name: "system",
          isolate: false,
          include: systemTests,
          exclude: moduleTests,
        },
      },
      {
        extends: true,
        test: {
          ...system,
          name: "system-modules",
          include: systemTests.filter((test) => moduleTests.includes(test)),
        },
      },
    ],
  },
});
