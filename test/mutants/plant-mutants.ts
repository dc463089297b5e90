/**
 * Runs tests against random mutants of the sources, and prints which survive. Each mutant meets the quick tests of its
 * workspace that reach its function, the nearest first.
 */
import { globSync } from "node:fs";
import { parseWords, readCommandLine, UsageError } from "../../protocol/tools/tool.ts";
import { listModuleTests, listMatchTests, listSystemTests, listTests } from "../support/quick.ts";
import { ROOT } from "../support/root.ts";
import { SEED, SeededRandom } from "../support/seeded-random.ts";
import { importsOf } from "./importers.ts";
import { type Mutant, mutantsOf, withProbes } from "./mutants.ts";
import { ProjectCopy } from "./project-copy.ts";
import type { TestFile, Verdict } from "./run-tests.ts";

const USAGE = `usage: npm run mutants -- <how many a folder> [folder...]

  --workers <n>  test runs at a time; default 1
  --seconds <n>  what the tests of one mutant may take without it; the farthest are left out; default 60

FLOWER_WAR_SEED draws the same mutants again.`;

/** A folder whose sources are changed. */
interface Folder {
  readonly path: string;
  /** Sources that are left out. */
  readonly without?: RegExp;
  /** Tests that are left out. */
  readonly withoutTests?: RegExp;
  /** System tests that run too: the only ones that reach some of the sources. */
  readonly systemTests?: RegExp;
  /** Statements that only throw are assertions. */
  readonly asserts?: boolean;
}

const FOLDERS: readonly Folder[] = [
  { path: "server/src/match" },
  { path: "server/src/wire" },
  {
    path: "server/src/storage/journal",
    // The stores have one suite, and PostgreSQL is a process.
    systemTests: /^server\/test\/storage\/(journal|journal-disk)\.test/,
  },
  { path: "client-sdk/src/connection" },
  {
    path: "rules/src",
    // How well bots play does not say whether the rules are right.
    without: /\/(bots|trials)\/|\/index\.ts$/,
    withoutTests: /bots\.test|\/(skilled|determinise|playability)\.test/,
    asserts: true,
  },
];

/** Each property of the rules plays few matches. */
const ENV = { FLOWER_WAR_RUNS: "10" };

const { count, folders, workers, seconds } = readCommandLine(USAGE, parseArguments);

const copies = Array.from({ length: workers }, () => new ProjectCopy());
process.once("exit", () => copies.forEach((copy) => copy.remove()));
process.once("SIGINT", () => process.exit(130)).once("SIGTERM", () => process.exit(143));
const [firstCopy] = copies;
if (firstCopy === undefined) throw new Error("there must be a worker");
console.log(`FLOWER_WAR_SEED=${SEED}`);
for (const [workspace, some] of Map.groupBy(folders, ({ path }) => path.split("/")[0] ?? "")) {
  const tests = await runWithout(workspace, some, firstCopy);
  for (const folder of some) await plantMutants(folder, tests, firstCopy);
}

/** @throws UsageError */
function parseArguments(args: readonly string[]) {
  const number = { type: "string" } as const;
  const words = parseWords(args, {
    workers: { ...number, default: "1" },
    seconds: { ...number, default: "60" },
  });
  if (words === null) return null;
  const [count, ...chosen] = words.positionals;
  const some = FOLDERS.filter(({ path }) =>
    chosen.length === 0 ? path !== "rules/src" : chosen.includes(path),
  );
  if (!(Number(count) > 0) || some.length < chosen.length)
    throw new UsageError(`Folders are: ${FOLDERS.map(({ path }) => path).join(", ")}.`);
  const { workers, seconds: limit } = words.values;
  return { count: Number(count), folders: some, workers: Number(workers), seconds: Number(limit) };
}

async function plantMutants(folder: Folder, tests: readonly KnownTest[], copy: ProjectCopy): Promise<void> {
  const all = listSources(folder).flatMap((file) =>
    mutantsOf(file, copy.read(file), folder.asserts ?? false),
  );
  const drawn = draw(all, count, new SeededRandom(SEED));
  const survivors: string[] = [];
  const queue = drawn.entries();
  const tryMutants = async (own: ProjectCopy) => {
    for (const [index, mutant] of queue) {
      const { passed, by } = await tryMutant(own, mutant, tests);
      const name = nameOf(mutant);
      if (passed) survivors.push(name);
      console.log(`${index + 1} ${passed ? "SURVIVED" : "killed"}: ${name}${passed ? "" : `\n    by ${by}`}`);
    }
  };
  await Promise.all(copies.map(tryMutants));
  const killed = drawn.length - survivors.length;
  const share = ((100 * killed) / drawn.length).toFixed(1);
  console.log(`\n${folder.path}: ${killed} of ${drawn.length} mutants killed (${share} %), of ${all.length}`);
  for (const name of survivors.toSorted()) console.log(`  ${name}`);
}

function listSources({ path, without }: Folder): readonly string[] {
  return globSync(`${path}/**/*.ts`, { cwd: ROOT }).filter((file) => without?.test(file) !== true);
}

function draw<T>(all: readonly T[], size: number, random: SeededRandom): readonly T[] {
  const rest = [...all];
  return Array.from(
    { length: Math.min(size, all.length) },
    () => rest.splice(random.below(rest.length), 1)[0] as T,
  );
}

/** A test file as it ran without mutants. */
interface KnownTest extends TestFile {
  readonly test: string;
  readonly imports: ReadonlyMap<string, number>;
}

/** Runs the tests of a workspace without a mutant, and returns those that pass, with the functions that each reaches. */
async function runWithout(
  workspace: string,
  some: readonly Folder[],
  copy: ProjectCopy,
): Promise<readonly KnownTest[]> {
  const sources = some.flatMap(listSources);
  const slow = new Set([...listSystemTests(), ...listMatchTests(), ...listModuleTests()]);
  const tests = listTests()
    .filter(
      (test) =>
        test.startsWith(`${workspace}/test/`) &&
        !some.some(({ withoutTests }) => withoutTests?.test(test)) &&
        (!slow.has(test) || some.some(({ systemTests }) => systemTests?.test(test))),
    )
    .map((test) => ({ test, imports: importsOf(test) }))
    .filter(({ imports }) => sources.some((file) => imports.has(file)));
  const before = sources.map((file) => ({ file, code: copy.read(file) }));
  for (const { file, code } of before) copy.write(file, withProbes(file, code));
  const run = { tests: tests.map(({ test }) => test), probes: true, all: true };
  const { by, files } = await copy.run(run, { limit: 3_600_000, env: ENV });
  for (const { file, code } of before) copy.write(file, code);
  const passing = tests.flatMap((each) => {
    const ran = files[each.test];
    if (ran?.passed === true) return [{ ...each, ...ran }];
    console.log(`LEFT OUT: ${each.test} does not pass without a mutant`);
    return [];
  });
  if (passing.length === 0) throw new Error(`no test passes without a mutant: ${by}`);
  return passing;
}

/** Runs the tests that reach a mutant's function, the nearest first. */
function tryMutant(copy: ProjectCopy, mutant: Mutant, tests: readonly KnownTest[]): Promise<Verdict> {
  const { file, code } = mutant;
  const distanceOf = ({ imports }: KnownTest) => imports.get(file) ?? Number.POSITIVE_INFINITY;
  const nearest = testsOf(mutant, tests).toSorted((one, other) => distanceOf(one) - distanceOf(other));
  let left = 1000 * seconds;
  const chosen = nearest.filter(({ ms }, index) => (left -= ms) >= 0 || index === 0);
  const expected = chosen.reduce((sum, { ms }) => sum + ms, 0);
  const run = { tests: chosen.map(({ test }) => test) };
  return copy.test(file, code, run, { limit: 60_000 + 3 * expected, env: ENV });
}

/**
 * Returns the tests that reach the mutant's function. If none does, it may run in another thread; if it runs while modules are
 * loaded, the first test would be the only one: then all that import its file.
 */
function testsOf({ file, probe }: Mutant, tests: readonly KnownTest[]): readonly KnownTest[] {
  const importing = tests.filter(({ imports }) => imports.has(file));
  if (probe === null || tests.some(({ loading }) => loading?.includes(probe))) return importing;
  const reaching = tests.filter(({ testing }) => testing?.includes(probe));
  return reaching.length === 0 ? importing : reaching;
}

function nameOf({ file, line, from, to }: Mutant): string {
  return `${file}:${line} ${from.replaceAll(/\s+/g, " ")} -> ${to === "" ? "nothing" : to}`;
}
