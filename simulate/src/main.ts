/** `npm run simulate`: plays many matches between bots and reports how they went. */
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { SingleBar } from "cli-progress";
import { readCommandLine, refuse } from "../../protocol/tools/tool.ts";
import { formatAgainst, playAgainst } from "./against.ts";
import { writeBalance } from "./balance.ts";
import { allCases, playCases } from "./cases.ts";
import { writeMinutes } from "./minutes.ts";
import { type Arguments, parseArguments, type Setup, USAGE } from "./options.ts";
import { formatReport } from "./report.ts";
import { simulate } from "./simulate.ts";
import { formatEffects, tune } from "./tune.ts";

const DOCS = fileURLToPath(new URL("../../docs", import.meta.url));
const CACHE = fileURLToPath(new URL("../../.cache/balance", import.meta.url));

await run(readCommandLine(USAGE, parseArguments)).catch((error: unknown) => refuse(USAGE, error));

async function run({
  setup,
  json,
  minutes,
  report: isReport,
  against,
  levels,
  paces,
}: Arguments): Promise<void> {
  if (minutes) return writeMinutes({ ...setup, paces }, print);
  if (isReport) return report(setup);
  const show = <T>(done: T, format: (done: T) => string) =>
    print(json ? JSON.stringify(done, null, 2) : format(done));
  const withProgress = <T>(work: (onProgress: (matches: number) => void) => Promise<T>) =>
    withBar(setup.matches, work);
  if (against !== null)
    return show(await withProgress((onProgress) => playAgainst(against, setup, onProgress)), formatAgainst);
  if (levels !== null) {
    const effects = await withProgress((onProgress) => tune(setup, levels, onProgress));
    return show(effects, (done) => formatEffects(setup, done));
  }
  show(await withProgress((onProgress) => simulate(setup, onProgress)), formatReport);
}

/** Plays all cases, and writes their report. */
async function report({ matches, thoughts, seed }: Setup): Promise<void> {
  const sample = { matches, thoughts, seed };
  const cases = allCases(sample);
  const total = cases.reduce((sum, each) => sum + each.matches, 0);
  const reports = await withBar(total, (onProgress) => playCases(CACHE, cases, onProgress));
  await writeBalance(DOCS, reports, sample);
  // Another report may be of other rules or bots.
  await rm(CACHE, { recursive: true });
  print("docs/balance.md");
}

/** Shows how many matches are done; without a terminal it shows nothing. */
async function withBar<T>(
  total: number,
  work: (onProgress: (matches: number) => void) => Promise<T>,
): Promise<T> {
  const bar = new SingleBar({
    format: "{bar} {value} of {total} matches, {eta_formatted} to go",
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
  });
  bar.start(total, 0);
  return work((matches) => bar.increment(matches)).finally(() => bar.stop());
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
