import { parseArgs } from "node:util";
import { UsageError } from "../arguments.ts";

export interface PageArguments {
  readonly runs: number;
  /** How long each match is played. */
  readonly seconds: number;
  /** A file to write a CPU profile of the last match to (Chrome DevTools reads it); `null`: none. */
  readonly profile: string | null;
  /** The path of Chromium. */
  readonly chromium: string;
}

export const PAGE_USAGE = `Measures the page in Chromium on a slowed-down processor and network, and prints the medians.

usage: npm run bench:page -- [options]

options:
  --runs <number>     how many runs; their medians count. Default 3
  --seconds <number>  how long a match is played in each run. Default 60
  --profile <file>    also writes a CPU profile of the last match
  --chromium <path>   default /usr/bin/chromium
  --help              this text`;

/**
 * Parses the command line; `null`: it asks for help.
 * @throws UsageError
 */
export function parsePageArguments(args: readonly string[]): PageArguments | null {
  const { help, runs, seconds, profile, chromium } = parse(args);
  if (help) return null;
  for (const [name, value] of Object.entries({ runs, seconds })) {
    if (!/^[1-9]\d*$/.test(value)) throw new UsageError(`--${name} is a number from 1.`);
  }
  return { runs: Number(runs), seconds: Number(seconds), profile: profile ?? null, chromium };
}

function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        runs: { type: "string", default: "3" },
        seconds: { type: "string", default: "60" },
        profile: { type: "string" },
        chromium: { type: "string", default: "/usr/bin/chromium" },
        help: { type: "boolean", short: "h" },
      },
    });
    return values;
  } catch (error) {
    // parseArgs adds advice after its first sentence.
    throw new UsageError(`${(error as Error).message.split(". ")[0]}.`, { cause: error });
  }
}
