import { parseArgs } from "node:util";

/**
 * Runs a tool of this repository that takes no arguments but `--help`, which prints its usage. Others print one sentence and the usage, and
 * the process exits with 2.
 * @param usage what the tool does, and how it is called
 */
export async function runTool(usage: string, run: () => void | Promise<void>): Promise<void> {
  try {
    const { values } = parseArgs({ options: { help: { type: "boolean", short: "h" } } });
    if (values.help) return console.log(usage);
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS_") !== true) throw error;
    // parseArgs adds advice after its first sentence.
    console.error(`${(error as Error).message.split(". ")[0]}.\n\n${usage}`);
    process.exitCode = 2;
    return;
  }
  await run();
}
