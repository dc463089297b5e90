import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The server of the page in development; otherwise the page comes from its server. */
const target = process.env.VITE_SERVER_URL ?? "http://localhost:2567";

/** A room's address is `/<processId>/<roomId>?sessionId=...`. */
const ROOMS = "^/[^/]+/[^/]+\\?.*sessionId=";

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ["@flower-war/source", "module", "browser"] },
  server: { proxy: { "/api": target, [ROOMS]: { target, ws: true } } },
});
