import { defineConfig } from "vitest/config";
import { listSystemTests, listTests } from "./test/support/quick.ts";

const systemTests = listSystemTests();

export default defineConfig({
  ssr: { resolve: { conditions: ["@flower-war/source", "node"] } },
  resolve: { conditions: ["@flower-war/source"] },
  test: {
    pool: "forks",
    // Most tests wait for processes and sockets, on a busy machine for long.
    maxWorkers: 2,
    maxConcurrency: 20,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "quick",
          include: listTests(),
          exclude: systemTests,
          setupFiles: "test/support/no-processes.ts",
        },
      },
      {
        extends: true,
        test: { name: "system", include: systemTests, globalSetup: "test/support/builds.ts" },
      },
    ],
  },
});
