/** `npm run simulate`: plays many matches between bots and reports how they went. */
import { SingleBar } from "cli-progress";
import { writeMinutes } from "./minutes.ts";
import { readCommandLine, refuse } from "../../protocol/tools/tool.ts";
import { type Arguments, parseArguments, USAGE } from "./options.ts";
import { formatReport } from "./report.ts";
import { simulate } from "./simulate.ts";
import { formatTables, readReports } from "./table.ts";

await run(readCommandLine(USAGE, parseArguments)).catch((error: unknown) => refuse(USAGE, error));

async function run({ setup, json, minutes, table }: Arguments): Promise<void> {
  if (table) return void process.stdout.write(`${formatTables(await readReports(table))}\n`);
  if (minutes) return writeMinutes(setup, (line) => process.stdout.write(`${line}\n`));
  const bar = new SingleBar({
    format: "{bar} {value} of {total} matches, {eta_formatted} to go",
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
  });
  // Without a terminal it shows nothing.
  bar.start(setup.matches, 0);
  const report = await simulate(setup, (matches) => bar.increment(matches)).finally(() => bar.stop());
  process.stdout.write(`${json ? JSON.stringify(report, null, 2) : formatReport(report)}\n`);
}
