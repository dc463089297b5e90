import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { quickRandom } from "../../src/bots/quick-random.ts";
import { shuffle } from "../../src/bots/shuffle.ts";
import { readSource, runTests } from "./planted/copy.ts";
import { mutantsOf } from "./planted/mutants.ts";

/*
 * Runs the tests of the rules against random mutants of them, and prints which survive: `node
 * --conditions=@flower-war/source rules/test/support/plant-mutants.ts [how many] [seed]`.
 */

const [count = 100, seed = 1] = process.argv.slice(2).map(Number);

/** Bots and their tests are left out: how well bots play does not say whether the rules are right. */
const WITHOUT = [
  "**/*bots.test.ts",
  "**/skilled.test.ts",
  "**/determinise.test.ts",
  "**/playability.test.ts",
];
const RUN = { matches: 10, limit: 120_000, without: WITHOUT };

const files = readdirSync(join(import.meta.dirname, "../../src"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !/(bots|trials)\//.test(file) && !file.endsWith("index.ts"))
  .toSorted();
const all = files.flatMap((file) => mutantsOf(file, readSource(file)));
const drawn = shuffle(
  all,
  quickRandom(() => seed),
).slice(0, count);

let killed = 0;
const queue = drawn.entries();
await Promise.all(Array.from({ length: availableParallelism() }, tryMutants));
const share = ((100 * killed) / drawn.length).toFixed(1);
console.log(`${killed} of ${drawn.length} mutants killed (${share} %), of ${all.length}`);

async function tryMutants(): Promise<void> {
  for (const [index, { file, line, from, to, code }] of queue) {
    const { passed, by } = await runTests(file, code, RUN);
    if (!passed) killed += 1;
    const name = `${file}:${line} ${from.replaceAll(/\s+/g, " ")} -> ${to}`;
    console.log(`${index + 1} ${passed ? "SURVIVED" : "killed"}: ${name}${passed ? "" : `\n    by ${by}`}`);
  }
}
