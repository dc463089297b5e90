import { defineConfig } from "vitest/config";

export default defineConfig({
  ssr: { resolve: { conditions: ["@flower-war/source", "node"] } },
  resolve: { conditions: ["@flower-war/source"] },
  test: {
    include: ["*/test/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: "test/support/builds.ts",
    pool: "forks",
    // Most tests wait for processes and sockets.
    maxWorkers: 2,
    maxConcurrency: 20,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
