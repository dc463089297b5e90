import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { precompress } from "./precompress.ts";
import { texts } from "./texts.ts";

/** The page that installs temples' firmware: a build of its own, because ESP Web Tools needs a policy that no other page has. */
export default defineConfig({
  base: "/firmware/",
  plugins: [react(), texts(), precompress()],
  resolve: { conditions: ["@flower-war/source", "module", "browser"] },
  publicDir: false,
  build: { outDir: "dist-firmware", assetsInlineLimit: 0, rolldownOptions: { input: "firmware.html" } },
});
