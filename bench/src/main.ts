/**
 * `npm run bench [-- --runs 3] [--out docs/performance.md] [--small]`: measures the server beside its peers and writes
 * what it found. `--small` takes a minute and prints it instead.
 */
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loadNow, report } from "./report.ts";
import { FULL, measureAll, medians, type Results, SMALL, SUBJECTS } from "./suite.ts";

const PEERS = join(import.meta.dirname, "../peers");

const { values } = parseArgs({
  options: {
    runs: { type: "string" },
    out: { type: "string", default: "docs/performance.md" },
    small: { type: "boolean", default: false },
  },
});
const { small, out } = values;
const runs = Number(values.runs ?? (small ? 1 : 3));
const scale = small ? SMALL : FULL;

if (!existsSync(join(PEERS, "node_modules"))) {
  console.error("installing the peers, once");
  execFileSync("npm", ["ci", "--ignore-scripts"], { cwd: PEERS, stdio: "ignore" });
}

const load = loadNow();
const results: Results[] = [];
for (let run = 1; run <= runs; run++) {
  results.push(
    await measureAll(scale, SUBJECTS, (words) => console.error(`run ${run} of ${runs}: ${words}`)),
  );
}
const command = `npm run bench${small ? " -- --small" : ""}`;
const text = report(medians(results), { command, runs, scale, load });
if (small) console.log(text);
else writeFileSync(out, text);
