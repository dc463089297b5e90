import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { StartError } from "./start-error.ts";

/**
 * Reads the options `--game <path>` of this process, of which there may be several. Returns absolute paths.
 * @throws `StartError` if there are other arguments
 */
export function readGamePaths(): readonly string[] {
  try {
    const { values } = parseArgs({ options: { game: { type: "string", multiple: true } } });
    return (values.game ?? []).map((path) => resolve(path));
  } catch (error) {
    throw new StartError("A server's process takes no options but `--game <path>`.", error);
  }
}
