/**
 * `npm run bench`: measures the server beside its peers and writes what it found.
 *
 *   --runs 3                        how often, the medians count; what stands idle is measured once
 *   --out docs/performance.md       where to
 *   --small                         takes a minute and prints it instead
 *   --only busy --of "Flower War"   one measure of one subject, printed as JSON: `idle` (P5, P6), `busy` (P2, P4),
 *                                   `few` (P3), `many` (P7), or, of Flower War alone, `beads`, `temples`, `storms` (P8) and `pair` (P12)
 */
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isDurable, syncTime } from "./disk.ts";
import { loadNow, report } from "./report.ts";
import {
  FULL,
  measureOne,
  measureRun,
  measureStanding,
  medians,
  type Run,
  SMALL,
  SUBJECTS,
} from "./suite.ts";

const PEERS = join(import.meta.dirname, "../peers");

const { values } = parseArgs({
  options: {
    runs: { type: "string" },
    out: { type: "string", default: "docs/performance.md" },
    small: { type: "boolean", default: false },
    only: { type: "string" },
    of: { type: "string", default: "Flower War" },
  },
});
const { small, out, only, of } = values;
const scale = small ? SMALL : FULL;

if (!existsSync(join(PEERS, "node_modules"))) {
  console.error("installing the peers, once");
  execFileSync("npm", ["ci", "--ignore-scripts"], { cwd: PEERS, stdio: "ignore" });
}
if (only === undefined) await measureEverything();
else console.log(JSON.stringify({ load: loadNow(), [only]: await measureOne(of, only, scale) }, null, 2));

async function measureEverything(): Promise<void> {
  const runs = Number(values.runs ?? (small ? 1 : 3));
  const load = loadNow();
  const standing = await measureStanding(scale, SUBJECTS, console.error);
  const taken: Run[] = [];
  for (let run = 1; run <= runs; run++) {
    const say = (words: string): void => console.error(`run ${run} of ${runs}: ${words}`);
    taken.push(await measureRun(scale, SUBJECTS, say));
  }
  const command = `npm run bench${small ? " -- --small" : ""}`;
  const circumstances = { command, runs, scale, load, durable: await isDurable(), sync: syncTime() };
  const text = report({ standing, run: medians(taken) }, circumstances);
  if (small) console.log(text);
  else writeFileSync(out, text);
}
