/** `npm run bench:page`: measures the page in Chromium, and prints the figures of docs/performance-page.md. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseOptions, readCommandLine, UsageError } from "../../../protocol/tools/tool.ts";
import { chromium } from "playwright-core";
import { median } from "@flower-war/loadtest/percentiles";
import { readLoad } from "../report.ts";
import { startServer } from "../subjects/flower-war.ts";
import { measureBeadsOnPage } from "./beads.ts";
import { type Figures, measurePage } from "./measure.ts";

const BUILT = join(import.meta.dirname, "../../../web/dist/index.html");

const USAGE = `Measures the page in Chromium on a slowed-down processor and network, and prints the medians.

usage: npm run bench:page -- [options]

options:
  --runs <number>     how many runs; their medians count. Default 3
  --seconds <number>  how long a match is played in each run. Default 60
  --beads <number>    measures only how soon so many beads of a temple roll on a spectator's table
  --profile <file>    also writes a CPU profile of the last match
  --chromium <path>   default /usr/bin/chromium
  --help              this text`;

await run(readCommandLine(USAGE, parseArguments));

/** @throws UsageError */
function parseArguments(args: readonly string[]) {
  const values = parseOptions(args, {
    runs: { type: "string", default: "3" },
    seconds: { type: "string", default: "60" },
    beads: { type: "string" },
    profile: { type: "string" },
    chromium: { type: "string", default: "/usr/bin/chromium" },
  });
  if (values === null) return null;
  const { runs, seconds, beads = null, profile = null, chromium: executablePath } = values;
  for (const [name, value] of Object.entries({ runs, seconds, beads: beads ?? "1" })) {
    if (!/^[1-9]\d*$/.test(value)) throw new UsageError(`--${name} is a number from 1.`);
  }
  if (!existsSync(BUILT)) throw new UsageError("The page is not built: run npm run build -w web.");
  return { runs: Number(runs), seconds: Number(seconds), beads, profile, executablePath };
}

type Arguments = NonNullable<ReturnType<typeof parseArguments>>;

async function run({ runs, seconds, beads, profile, executablePath }: Arguments): Promise<void> {
  await using browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const load = readLoad();
  if (beads !== null) {
    const { p50, p99 } = await measureBeadsOnPage(browser, Number(beads));
    console.log(
      `${beads} beads on a spectator's table: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (load ${load.toFixed(1)})`,
    );
    return;
  }
  await using server = await startServer();
  const figures: Figures[] = [];
  while (figures.length < runs) {
    const onProfile =
      profile === null || figures.length < runs - 1
        ? null
        : (made: object) => writeFileSync(profile, JSON.stringify(made));
    const measured = await measurePage(browser, server.url, seconds, onProfile);
    figures.push(measured);
    console.error(`run ${figures.length} of ${runs}: ${JSON.stringify(measured)}`);
  }
  console.log(formatFigures(figures, seconds, load));
}

function formatFigures(figures: readonly Figures[], seconds: number, load: number): string {
  const row = (name: string, read: (each: Figures) => number, target: string, digits = 0): string => {
    const values = figures.map(read);
    const all = values.map((value) => value.toFixed(digits)).join(", ");
    return `| ${name} | ${median(values).toFixed(digits)} | ${all} | ${target} |`;
  };
  return `load average before the first run: ${load.toFixed(1)}; ${seconds} s of play in each run

| | median | runs | target |
|---|---|---|---|
${row("lobby can be used, ms", ({ lobby }) => lobby, "2,500")}
${row("table of a match in play is drawn, ms", ({ table }) => table, "")}
${row("longest task while three bots play, ms", ({ longestTask }) => longestTask, "200")}
${row("its processor time, ms", ({ longestBusy }) => longestBusy, "200")}
${row("tasks over 50 ms meanwhile", ({ longTasks }) => longTasks, "")}
${row("layout shift, worst window", ({ shift }) => shift, "0.05", 3)}
${row("layout shift, sum", ({ shiftSum }) => shiftSum, "", 3)}`;
}
