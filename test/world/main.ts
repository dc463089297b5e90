/* Runs worlds, each of one seed. See docs/reliability.md. */
import { parseArgs } from "node:util";
import { replaceCrypto } from "./kernel/crypto.ts";
import { replaceClocks } from "./kernel/globals.ts";
import { replaceNetwork } from "./kernel/network.ts";

replaceClocks();
replaceNetwork();
replaceCrypto();
const { drawPlan } = await import("./plan.ts");
const { runWorld, warmUp } = await import("./run.ts");
const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    runs: { type: "string", default: "1" },
    size: { type: "string", default: "small" },
    story: { type: "boolean", default: false },
    quiet: { type: "boolean", default: false },
  },
});
await warmUp();
const first = Number(values.seed);
let failed = 0;
const times: number[] = [];
for (let seed = first; seed < first + Number(values.runs); seed += 1) {
  const report = await runWorld(drawPlan(seed, values.size as "small"));
  times.push(report.took);
  const isBad = report.findings.length > 0;
  if (isBad) failed += 1;
  if (isBad || !values.quiet)
    console.log(`seed ${seed}: ${report.steps} steps, ${report.commands} commands, ${report.virtual} ms in ${Math.round(report.took)} ms, trace ${report.trace}`);
  if (values.story) console.log(report.story.join("\n"));
  for (const { oracle, text } of report.findings) console.log(`  ${oracle}: ${text}`);
}
const median = times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
console.log(`${times.length} runs, ${failed} with findings, median ${Math.round(median)} ms`);
process.exit(failed > 0 ? 1 : 0);
