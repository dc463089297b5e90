/** `npm run bench:page`: measures the page in Chromium, and prints the figures of docs/performance-page.md. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { UsageError } from "../arguments.ts";
import { median } from "../percentiles.ts";
import { readLoad } from "../report.ts";
import { startServer } from "../subjects/flower-war.ts";
import { PAGE_USAGE, type PageArguments, parsePageArguments } from "./arguments.ts";
import { type Figures, measurePage } from "./measure.ts";

const BUILT = join(import.meta.dirname, "../../../web/dist/index.html");

try {
  const args = parsePageArguments(process.argv.slice(2));
  if (args === null) console.log(PAGE_USAGE);
  else await run(args);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message}\n\n${PAGE_USAGE}`);
  process.exitCode = 2;
}

async function run({ runs, seconds, profile, chromium: executablePath }: PageArguments): Promise<void> {
  if (!existsSync(BUILT)) throw new UsageError("The page is not built: run npm run build -w web.");
  const server = await startServer();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const load = readLoad();
  try {
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
  } finally {
    await browser.close();
    await server.stop();
  }
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
