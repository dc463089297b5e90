/* A process that runs the seeds that its parent names. */
import { PLANTS } from "./plants/plants.ts";
import { prepareWorlds } from "./prepare.ts";
import type { FailedRun, RunsDone, RunsOrder } from "./many-runs.ts";

const [, , plantName] = process.argv;
const { drawPlan, runWorld } = await prepareWorlds(PLANTS.find(({ name }) => name === plantName) ?? null);

process.on("message", (order: RunsOrder) => {
  void answer(order);
});
process.on("disconnect", () => process.exit());
process.send?.("ready");

async function answer(order: RunsOrder): Promise<void> {
  process.send?.(await run(order));
}

/** Runs seeds, up to the first that finds something if so ordered. */
async function run({ first, last, size, untilFound }: RunsOrder): Promise<RunsDone> {
  const failed: FailedRun[] = [];
  const times: number[] = [];
  const traces: number[] = [];
  let [steps, virtual, commands] = [0, 0, 0];
  for (let seed = first; seed <= last; seed += 1) {
    const report = await runWorld(drawPlan(seed, size));
    times.push(report.took);
    traces.push(report.trace);
    steps += report.steps;
    virtual += report.virtual;
    commands += report.commands;
    if (report.findings.length === 0) continue;
    failed.push({ seed, findings: report.findings });
    if (untilFound) break;
  }
  return { first, last, failed, times, traces, steps, virtual, commands };
}
