/** `npm run bench`: measures the server beside its peers, and writes docs/performance.md. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readCommandLine } from "../../protocol/tools/tool.ts";
import { type Arguments, parseArguments, USAGE } from "./arguments.ts";
import { isDurable, measureSync } from "./disk.ts";
import { formatPaired, measurePaired, PAIRED } from "./paired/measure.ts";
import { formatReport, partByHand, readLoad } from "./report.ts";
import {
  FULL,
  measureIdleFigures,
  measureOne,
  measureRun,
  medians,
  type Run,
  SMALL,
  SUBJECTS,
} from "./suite.ts";

const PEERS = join(import.meta.dirname, "../peers");
const REPORT = join(import.meta.dirname, "../../docs/performance.md");

await run(readCommandLine(USAGE, parseArguments));

async function run(args: Arguments): Promise<void> {
  const { small, only, of, ab, plant, runs } = args;
  if (ab !== null) {
    const paired = await measurePaired({ commit: ab, rounds: runs, plant }, PAIRED, console.error);
    return console.log(formatPaired(paired));
  }
  if (!existsSync(join(PEERS, "node_modules"))) {
    console.error("installing the peers, once");
    execFileSync("npm", ["ci", "--ignore-scripts"], { cwd: PEERS, stdio: "ignore" });
  }
  if (only === null) return measureAll(args);
  const figures = await measureOne(of, only, small ? SMALL : FULL);
  console.log(JSON.stringify({ load: readLoad(), [only]: figures }, null, 2));
}

async function measureAll({ small, runs, out }: Arguments): Promise<void> {
  const scale = small ? SMALL : FULL;
  const byHand = partByHand(readFileSync(REPORT, "utf8"));
  const load = readLoad();
  const idle = await measureIdleFigures(scale, SUBJECTS, console.error);
  const results: Run[] = [];
  for (let n = 1; n <= runs; n++) {
    const log = (message: string): void => console.error(`run ${n} of ${runs}: ${message}`);
    results.push(await measureRun(scale, SUBJECTS, log));
  }
  const command = `npm run bench${small ? " -- --small" : ""}`;
  const circumstances = {
    command,
    runs,
    scale,
    load,
    isDurable: await isDurable(),
    sync: measureSync(),
  };
  const text = formatReport({ idle, run: medians(results) }, circumstances, byHand);
  if (small) console.log(text);
  else writeFileSync(out, text);
}
