/** `npm start`: what `flower-war start` does, from the sources of this clone, without the rest of that command. */
import { SETTINGS, startHost } from "./cli/src/start/host.ts";
import { parseCommandLine } from "./protocol/tools/tool.ts";

const USAGE = `Starts a server and a bridge. Ctrl-C stops both.

usage: npm start [-- --game <path>]

  --game <path>  also host a game of your own, a module or its folder; may be repeated

${SETTINGS}`;

const { game } = parseCommandLine(USAGE, { game: { type: "string", multiple: true } });
startHost(game);
