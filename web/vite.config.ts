import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { precompress } from "./precompress.ts";
import { texts } from "./texts.ts";

/** The server of the page in development; otherwise the page comes from its server. */
const target = process.env.VITE_SERVER_URL ?? "http://localhost:2567";

/** A room's address is `/<processId>/<roomId>?sessionId=...`. */
const ROOMS = "^/[^/]+/[^/]+\\?.*sessionId=";

/** The table of a game, and what its player may do: with all that they import, a file for each game. */
const TABLE =
  /web\/src\/games\/([\w-]+)\/(?!story|messages|news-window|news\.module|questions|seat-temple|hand\/(inspector|played-last))|rules\/src\/([\w-]+)\/legal/;

/*
 * Left alone, each module that two pages share becomes a file of its own: 33 requests before the lobby can be used, 10 more
 * before a match, and up to 6 % more bytes, for small files compress badly. A group gets what no group before it has.
 */
const GROUPS = [
  {
    name: "start",
    test: /protocol\/src\/vocabulary|web\/src\/(app(?!\/(main|rare-pages))|base(?!\/(save-file|sounds|use-(keys|looks|second-press)))|design(?!\/(page\/settings|parts\/(pages|link-button|dialog-link|pill|emphasis|file-button)))|session(?!\/(share|judge|retry-later|mine|person|match-(row|facts|history)|finished-match|standings|read-name|rating-change|link-actions|load-record|own-(page|player)|back-to-tournament|tournament-of|turn-signal))|lobby(?!\/(tables|length-field)))\/|web\/src\/games\/(?!rack|option-ranges)[^/]*$|web\/src\/texts\/(index|lazy-part|name-faults)|rules\/src\/texts\/languages|node_modules\/(react|react-dom|scheduler|@lingui|wouter)\//,
  },
  {
    name: "match",
    test: /web\/src\/(match(?!\/(end-of-match|menu\/open))|game-frame(?!\/(bots|cues|keys|log\/(return-note|log-announcer|spoken-turns|told-turn\.)|story|picture-drawing|hand\/conditions))|notes(?!\/(open|temple-move)))\/|web\/src\/(base\/use-keys|session\/match-history)\.ts|rules\/src\/(conditions|texts\/|admit|[\w-]+\/vocabulary)/,
  },
  { name: "colyseus", test: /node_modules\/@colyseus\/|client-sdk\/src\/(match|lobby|connection)/ },
  { name: (id: string) => TABLE.exec(id)?.slice(1).find(Boolean) ?? null, test: TABLE },
];

/** Pages, and modules at paths that stay, by the names of their files. */
const INPUT = {
  index: "index.html",
  debug: "debug.html",
  "debug/follow": "src/debug/follow.ts",
  // What tables of games from outside import (server/src/games/own-modules.ts): the page's own parts and React.
  "own-games/game-frame": "src/games/own/frame/game-frame.tsx",
  "own-games/react": "src/games/own/frame/react.ts",
  "own-games/jsx-runtime": "src/games/own/frame/jsx-runtime.ts",
};

export default defineConfig({
  plugins: [react(), texts(), precompress()],
  resolve: {
    conditions: ["@flower-war/source", "module", "browser"],
    // Rooms are reached by WebSocket alone: the other transport of Colyseus would be 1.5 KB for nothing.
    alias: [
      {
        find: /^\.\/transport\/H3Transport\.mjs$/,
        replacement: join(import.meta.dirname, "no-transport.ts"),
      },
      // React has had it since version 18: 0.5 KB.
      { find: /^use-sync-external-store\/shim.*/, replacement: join(import.meta.dirname, "react-store.ts") },
      // Nor do they take inputs of games in real time: 4 KB.
      { find: /^\.\/input\/RoomInput\.mjs$/, replacement: join(import.meta.dirname, "no-input.ts") },
    ],
  },
  css: { modules: { generateScopedName: nameClass } },
  server: { proxy: { "/api": target, [ROOMS]: { target, ws: true } } },
  worker: { format: "es" },
  build: {
    // Drawings are referred to by symbol, which a data URL does not allow.
    assetsInlineLimit: 0,
    // All browsers of the last years preload modules; for others the script would be 0.4 KB, and they load them later without it.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: Object.fromEntries(
        Object.entries(INPUT).map(([name, file]) => [name, join(import.meta.dirname, file)]),
      ),
      preserveEntrySignatures: "strict",
      output: {
        codeSplitting: { groups: GROUPS },
        entryFileNames: ({ name }) => (name.includes("/") ? "[name].js" : "assets/[name]-[hash].js"),
      },
    },
  },
});

/** Names a class of a CSS module after its file. Vite adds its line, which takes a KB in all. */
function nameClass(name: string, file: string): string {
  const path = relative(import.meta.dirname, file);
  return `${name}_${createHash("sha256").update(path).digest("base64url").slice(0, 4)}`;
}
