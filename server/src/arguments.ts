import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { StartError } from "./start-error.ts";

/** The command line of a process of this package. */
interface Arguments {
  /** Absolute paths of games from outside: `--game <path>`, of which there may be several. */
  readonly games: readonly string[];
  /** Whether they are being developed: `--debug`. */
  readonly isDebugged: boolean;
  /** Whether a server waits until its parent sends it a message: `--standby`. */
  readonly isStandby: boolean;
}

/**
 * Reads the options of this process.
 * @throws `StartError` if there are other arguments
 */
export function readArguments(): Arguments {
  try {
    const flag = { type: "boolean" } as const;
    const options = { game: { type: "string", multiple: true }, debug: flag, standby: flag } as const;
    const { game = [], debug = false, standby = false } = parseArgs({ options }).values;
    return { games: game.map((path) => resolve(path)), isDebugged: debug, isStandby: standby };
  } catch (error) {
    throw new StartError(
      "A server's process takes no options but `--game <path>`, `--debug` and `--standby`.",
      error,
    );
  }
}
