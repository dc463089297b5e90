import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

/** The command line is wrong. The message is one sentence. */
export class UsageError extends Error {}

/**
 * Parses the options of a command line; `null`: it asks for help.
 * @throws UsageError
 */
export function parseOptions<const O extends ParseArgsOptionsConfig>(args: readonly string[], options: O) {
  try {
    const help = { type: "boolean", short: "h" } as const;
    const { values } = parseArgs({ args: [...args], options: { ...options, help } });
    return "help" in values ? null : parseArgs({ args: [...args], options }).values;
  } catch (error) {
    // parseArgs adds advice after its first sentence.
    throw new UsageError(`${(error as Error).message.split(". ")[0]}.`, { cause: error });
  }
}

/**
 * Runs a command. `--help` prints its usage; after a wrong command line one sentence and the usage are printed, and the process exits
 * with 2.
 * @param parse reads the command line; `null`: it asks for help
 */
export async function runCommand<Arguments>(
  usage: string,
  parse: (args: readonly string[]) => Arguments | null,
  run: (args: Arguments) => Promise<void>,
): Promise<void> {
  try {
    const args = parse(process.argv.slice(2));
    if (args === null) console.log(usage);
    else await run(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    process.exitCode = 2;
  }
}
