import { defineConfig } from "vitest/config";

export default defineConfig({
  ssr: { resolve: { conditions: ["@flower-war/source", "node"] } },
  resolve: { conditions: ["@flower-war/source"] },
  test: {
    include: ["*/test/**/*.test.ts", "test/**/*.test.ts"],
    pool: "forks",
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
