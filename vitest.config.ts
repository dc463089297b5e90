import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/longest-first.ts";
import { listSystemTests, listTests } from "./test/support/quick.ts";
import { ROOT } from "./test/support/root.ts";

const systemTests = listSystemTests();

export default defineConfig({
  ssr: { resolve: { conditions: ["@flower-war/source", "node"] } },
  resolve: { conditions: ["@flower-war/source"] },
  test: {
    pool: "forks",
    // Most tests wait for processes and sockets: on the smallest machine, with two processors, three keep both busy.
    maxWorkers: 3,
    maxConcurrency: 20,
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Tests start hundreds of processes: Node compiles their sources once.
    env: { NODE_COMPILE_CACHE: join(ROOT, "node_modules/.cache/node-compile") },
    projects: [
      {
        extends: true,
        test: {
          name: "quick",
          include: listTests(),
          exclude: systemTests,
          setupFiles: ["test/support/no-processes.ts", "server/test/support/documented-fetch.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "system",
          include: systemTests,
          globalSetup: "test/support/builds.ts",
          setupFiles: "server/test/support/documented-fetch.ts",
        },
      },
    ],
  },
});
