import type { Plant } from "./plants/plants.ts";
import type { Size } from "./plan/plan.ts";
import { prepareWorlds } from "./prepare.ts";
import type { Report } from "./run.ts";

/** Runs one seed, and prints what came of it. Returns the exit code: 1 if something was found. */
export async function tellOne(
  seed: number,
  size: Size,
  {
    plant,
    story,
    shrinks,
  }: {
    readonly plant: Plant | null;
    readonly story: boolean;
    readonly shrinks: boolean;
  },
): Promise<number> {
  const { drawPlan, runWorld, shrink } = await prepareWorlds(plant);
  let report = await runWorld(drawPlan(seed, size));
  const isBad = report.findings.length > 0;
  if (isBad && shrinks)
    report = await shrink(report, (smaller) => console.log(`smaller: ${JSON.stringify(smaller.plan)}`));
  if (story || (isBad && shrinks)) console.log(report.story.join("\n"));
  console.log(describe(report));
  for (const { oracle, text } of report.findings) console.log(`${oracle}: ${text}`);
  return isBad ? 1 : 0;
}

function describe({ plan, steps, commands, virtual, took, trace }: Report): string {
  const [ms, real] = [virtual, took].map(Math.round);
  return `seed ${plan.seed}: ${commands} commands, ${steps} steps, ${ms} ms of virtual time in ${real} ms; trace ${trace}`;
}
