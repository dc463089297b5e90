/** `npm start`: what `flower-war start` does, from the sources of this clone, without the rest of that command. */
import { parseArgs } from "node:util";
import { SETTINGS, startHost } from "./cli/src/start/host.ts";

const USAGE = `Starts a server and a bridge. Ctrl-C stops both.

usage: npm start [-- --game <path>]

  --game <path>  also host a game of your own, a module or its folder; may be repeated

${SETTINGS}`;

startHost(readGames());

/** Reads the command line. Prints the usage and exits, if it asks for that or is wrong. */
function readGames() {
  try {
    const options = {
      help: { type: "boolean", short: "h" },
      game: { type: "string", multiple: true },
    };
    const { help, game = [] } = parseArgs({ options }).values;
    if (!help) return game;
    console.log(USAGE);
    process.exit(0);
  } catch (error) {
    // parseArgs adds advice after its first sentence.
    console.error(`${error.message.split(". ")[0]}.\n\n${USAGE}`);
    process.exit(2);
  }
}
