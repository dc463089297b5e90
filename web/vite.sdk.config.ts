import { join } from "node:path";
import { defineConfig } from "vite";
import { precompress } from "./precompress.ts";

const SDK = join(import.meta.dirname, "../client-sdk/src");

/** Entries of the SDK for browsers, by the names of its package (client-sdk/package.json). */
const ENTRIES = {
  index: "index.ts",
  "flower-war": "flower-war.ts",
  "space-aztecs": "space-aztecs.ts",
  tieqchieq: "tieqchieq.ts",
  "own-games": "own-games.ts",
  texts: "texts/index.ts",
  players: "players.ts",
  replay: "replay.ts",
  verify: "verify.ts",
};

/** The SDK for pages that have no build (client-sdk/README.md, Without a build): the server has it at `/sdk/<entry>.js`, for pages of other sites too. */
export default defineConfig({
  plugins: [precompress()],
  resolve: { conditions: ["@flower-war/source", "module", "browser"] },
  publicDir: false,
  build: {
    outDir: "dist/sdk",
    emptyOutDir: true,
    lib: {
      entry: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, join(SDK, file)])),
      formats: ["es"],
    },
    rolldownOptions: { output: { minify: true, chunkFileNames: "chunks/[name]-[hash].js" } },
  },
});
