import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { precompress } from "./precompress.ts";
import { texts } from "./texts.ts";

/** The page of operators: a build of its own, so that players' servers and bundles have nothing of it. */
export default defineConfig({
  plugins: [react(), texts(), precompress()],
  resolve: { conditions: ["@flower-war/source", "module", "browser"] },
  publicDir: false,
  build: { outDir: "dist-operator", assetsInlineLimit: 0, rolldownOptions: { input: "operator.html" } },
});
