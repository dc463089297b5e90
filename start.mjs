/** `npm start`: what `flower-war start` does, from the sources of this clone, without the rest of that command. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import "./require-node.mjs";

const ROOT = fileURLToPath(new URL(".", import.meta.url));
if (!existsSync(join(ROOT, "web/dist/index.html"))) {
  console.error("The page is not built, as after `npm ci --ignore-scripts`: `npm run prepare` builds it.");
}

const { enableCompileCache } = await import("node:module");
// Where the server's is kept (cli/src/programs.ts): without the compiler of types this process holds 30 MB less.
enableCompileCache(join(ROOT, "node_modules/.cache/node-compile"));
const { SETTINGS, startHost } = await import("./cli/src/start/host.ts");
const { parseCommandLine } = await import("./protocol/tools/tool.ts");

const USAGE = `Starts a server and a bridge. Ctrl-C stops both.

usage: npm start [-- --game <path> [--watch]]

  --game <path>  also host a game of your own, a module or its folder; may be repeated
  --watch        start the server again when a file of such a game changes

${SETTINGS}`;

const { game, watch } = parseCommandLine(USAGE, {
  game: { type: "string", multiple: true },
  watch: { type: "boolean" },
});
startHost(game, watch);
