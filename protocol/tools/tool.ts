import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

/** The command line is wrong. The message is one sentence. */
export class UsageError extends Error {}

/**
 * Parses a command line; `null`: it asks for help.
 * @param options by name; a missing one has its default
 * @param allowPositionals whether it may have other words than options
 * @throws UsageError
 */
export function parseWords<const O extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: O,
  allowPositionals = true,
) {
  try {
    const help = { type: "boolean", short: "h" } as const;
    const { values } = parseArgs({ args: [...args], options: { ...options, help }, allowPositionals });
    return "help" in values ? null : parseArgs({ args: [...args], options, allowPositionals });
  } catch (error) {
    // parseArgs adds advice after its first sentence, some of it on lines of its own.
    throw new UsageError(`${(error as Error).message.split(/\.\s/)[0]}.`, { cause: error });
  }
}

/** Parses a command line that has nothing but options, as `parseWords`. Returns them by name. */
export function parseOptions<const O extends ParseArgsOptionsConfig>(args: readonly string[], options: O) {
  return parseWords(args, options, false)?.values ?? null;
}

/** A reader that has left, as `| head -1` does, is no failure. */
function ignoreLeftReader(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}

/**
 * Reads this process' command line. If it asks for help, the usage is printed, and the process exits with 0; if it is wrong, `refuse`
 * ends it. From then on the program goes on when the reader of its output has left.
 * @param usage what the program does, and how it is called
 * @param parse returns `null` if help is asked for, and throws `UsageError`
 */
export function readCommandLine<Arguments>(
  usage: string,
  parse: (args: readonly string[]) => Arguments | null,
): Arguments {
  process.stdout.on("error", ignoreLeftReader);
  try {
    const args = parse(process.argv.slice(2));
    if (args !== null) return args;
    console.log(usage);
    process.exit(0);
  } catch (error) {
    refuse(usage, error);
  }
}

/** Prints a `UsageError` and the usage to stderr, and exits with 2; throws any other error. */
export function refuse(usage: string, error: unknown): never {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message}\n\n${usage}`);
  process.exit(2);
}

/** Reads the options of this process' command line, which has nothing else, as `readCommandLine`. Returns them by name. */
export function parseCommandLine<const O extends ParseArgsOptionsConfig>(usage: string, options: O) {
  return readCommandLine(usage, (args) => parseOptions(args, options));
}

/** Runs a tool that takes no arguments but `--help`. */
export async function runTool(usage: string, run: () => void | Promise<void>): Promise<void> {
  parseCommandLine(usage, {});
  await run();
}
