/** `npm start`: what `flower-war start` does, from the sources of this clone, without the rest of that command. */
import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Where the server's is kept (cli/src/programs.ts): without the compiler of types this process holds 30 MB less.
enableCompileCache(join(import.meta.dirname, "node_modules/.cache/node-compile"));
const { SETTINGS, startHost } = await import("./cli/src/start/host.ts");
const { parseCommandLine } = await import("./protocol/tools/tool.ts");

const USAGE = `Starts a server and a bridge. Ctrl-C stops both.

usage: npm start [-- --game <path>]

  --game <path>  also host a game of your own, a module or its folder; may be repeated

${SETTINGS}`;

const { game } = parseCommandLine(USAGE, { game: { type: "string", multiple: true } });
startHost(game);
