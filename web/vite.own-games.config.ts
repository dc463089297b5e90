import { join } from "node:path";
import { defineConfig } from "vite";
import { precompress } from "./precompress.ts";

/**
 * What the pages of games from outside import as `@flower-war/rules` (docs/add-a-game.md): a build of its own beside the page's, at a path that
 * stays, so that the page's files need not be arranged around it.
 */
export default defineConfig({
  plugins: [precompress()],
  resolve: { conditions: ["@flower-war/source", "module", "browser"] },
  publicDir: false,
  build: {
    outDir: "dist/own-games",
    // The page has put what tables import there.
    emptyOutDir: false,
    lib: {
      entry: join(import.meta.dirname, "../client-sdk/src/rules/own-games.ts"),
      formats: ["es"],
      fileName: () => "rules.js",
    },
  },
});
