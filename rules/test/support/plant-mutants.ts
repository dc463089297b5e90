import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { quickRandom } from "../../src/bots/quick-random.ts";
import { shuffled } from "../../src/bots/shuffled.ts";
import { codeOf, tried } from "./planted/copy.ts";
import { mutantsOf } from "./planted/mutants.ts";

/*
 * Runs the tests of the rules against mutants of them, drawn at random by a seed, and says which live:
 * `node --conditions=@flower-war/source rules/test/support/plant-mutants.ts [how many] [seed]`.
 */

const [count = 100, seed = 1] = process.argv.slice(2).map(Number);

/** Tests of bots are left out, and so are the bots: how well they play is another matter than what the rules are. */
const WITHOUT = [
  "**/*bots.test.ts",
  "**/skilled.test.ts",
  "**/determinise.test.ts",
  "**/playability.test.ts",
];
const RUN = { matches: 10, limit: 120_000, without: WITHOUT };

const files = readdirSync(join(import.meta.dirname, "../../src"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.includes("bots/") && !file.endsWith("index.ts"))
  .toSorted();
const all = files.flatMap((file) => mutantsOf(file, codeOf(file)));
const drawn = shuffled(
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
    const { passed, by } = await tried(file, code, RUN);
    if (!passed) killed += 1;
    const name = `${file}:${line} ${from.replaceAll(/\s+/g, " ")} -> ${to}`;
    console.log(`${index + 1} ${passed ? "LIVES" : "killed"}: ${name}${passed ? "" : `\n    by ${by}`}`);
  }
}
