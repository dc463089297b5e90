import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

/**
 * Reads the command line of a tool of this repository. `--help` prints the usage and exits with 0; anything unknown prints a sentence and
 * the usage to stderr and exits with 2.
 * @param usage what the tool does, and how it is called
 * @returns the options by name; a missing one has its default
 */
export function parseCommandLine<const O extends ParseArgsOptionsConfig>(usage: string, options: O) {
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: "boolean", short: "h" } } });
    if (!("help" in values)) return parseArgs({ options }).values;
    console.log(usage);
    process.exit(0);
  } catch (error) {
    // parseArgs adds advice after its first sentence.
    console.error(`${(error as Error).message.split(". ")[0]}.\n\n${usage}`);
    process.exit(2);
  }
}

/** Runs a tool that takes no arguments but `--help`. */
export async function runTool(usage: string, run: () => void | Promise<void>): Promise<void> {
  parseCommandLine(usage, {});
  await run();
}
