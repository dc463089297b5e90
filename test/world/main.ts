/** Runs worlds (docs/reliability.md, "The world"). */
import { availableParallelism } from "node:os";
import { parseOptions, readCommandLine, refuse, UsageError } from "../../protocol/tools/tool.ts";
import { runSeeds, type Wish } from "./many-runs.ts";
import { type Plant, PLANTS } from "./plants/plants.ts";

const USAGE = `usage: npm run world -- [options]

Runs servers, their stores, lines and people in one process on virtual time. Each seed is another run, and the same seed the same run.

  --seed <n>         the first seed; default 1
  --runs <n>         how many seeds; default 1
  --minutes <n>      as many seeds as fit into so many minutes
  --size <size>      small, or evening: a match of four to its end; default small
  --jobs <n>         processes that run seeds at the same time; default: one for each processor
  --progress <file>  notes there which seeds are done: the next call with this file goes on there
  --plant <name>     plants a fault and stops at the first seed that finds it; "all": each of them
  --coverage         prints which part of the house's functions the runs call
  --story            prints what happened with the first seed
  --shrink           looks for a shorter story in which the same is found with the first seed`;

const OPTIONS = {
  seed: { type: "string", default: "1" },
  runs: { type: "string", default: "1" },
  minutes: { type: "string" },
  size: { type: "string", default: "small" },
  jobs: { type: "string", default: String(availableParallelism()) },
  progress: { type: "string" },
  plant: { type: "string" },
  coverage: { type: "boolean", default: false },
  story: { type: "boolean", default: false },
  shrink: { type: "boolean", default: false },
} as const;

const given = readCommandLine(USAGE, (args) => parseOptions(args, OPTIONS));

/** @throws UsageError if it is not a whole number from 1 */
function numberOf(name: "seed" | "runs" | "minutes" | "jobs"): number {
  const number = Number(given[name]);
  if (!Number.isInteger(number) || number < 1)
    throw new UsageError(`--${name} must be a whole number from 1.`);
  return number;
}

function readWish(): Wish {
  const { size, progress = null } = given;
  if (size !== "small" && size !== "evening") throw new UsageError("--size must be small or evening.");
  const isTimed = given.minutes !== undefined;
  return {
    size,
    first: numberOf("seed"),
    runs: isTimed ? Number.POSITIVE_INFINITY : numberOf("runs"),
    minutes: isTimed ? numberOf("minutes") : null,
    jobs: numberOf("jobs"),
    progress,
  };
}

async function main(): Promise<number> {
  const wish = readWish();
  const { plant, story, shrink, coverage } = given;
  if (coverage) {
    const { measureCoverage } = await import("./coverage.ts");
    await measureCoverage(wish);
    return 0;
  }
  if (plant !== undefined) {
    const chosen = PLANTS.filter(({ name }) => plant === "all" || name === plant);
    if (chosen.length === 0) throw new UsageError(`There is no plant "${plant}".`);
    if (story || shrink) return tell(wish, chosen[0] ?? null);
    const { findPlants } = await import("./find-plants.ts");
    return findPlants(chosen, wish);
  }
  if (wish.runs > 1) return (await runSeeds(wish)).length > 0 ? 1 : 0;
  return tell(wish, null);
}

/** Tells what happens with the first seed. */
async function tell({ first, size }: Wish, plant: Plant | null): Promise<number> {
  const { story, shrink: shrinks } = given;
  const { tellOne } = await import("./one-run.ts");
  return tellOne(first, size, { plant, story, shrinks });
}

try {
  process.exit(await main());
} catch (error) {
  refuse(USAGE, error);
}
