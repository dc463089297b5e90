/** `npm run simulate`: plays many matches between bots and says how they went. */
import { SingleBar } from "cli-progress";
import { readArguments, USAGE, UsageError } from "./options.ts";
import { reportText } from "./report.ts";
import { simulate } from "./simulate.ts";

try {
  const { wish, json } = readArguments(process.argv.slice(2));
  const bar = new SingleBar({
    format: "{bar} {value} of {total} matches, {eta_formatted} to go",
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
  });
  // Where nobody looks, it shows nothing.
  bar.start(wish.matches, 0);
  const report = await simulate(wish, (matches) => bar.increment(matches)).finally(() => bar.stop());
  process.stdout.write(`${json ? JSON.stringify(report, null, 2) : reportText(report)}\n`);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${USAGE}\n`);
  process.exitCode = 2;
}
