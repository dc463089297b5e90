/** `npm run loadtest -- --capacity`: measures what each part of an installation takes on this machine, and prints it. */
import { cpus, totalmem } from "node:os";
import { parseCommandLine } from "../../../protocol/tools/tool.ts";
import { readLoad } from "../report.ts";
import { FULL, measureCapacity, QUICK } from "./measure.ts";
import { formatCapacity } from "./report.ts";

const USAGE = "usage: npm run loadtest -- --capacity [--quick]";
const { quick } = parseCommandLine(USAGE, { quick: { type: "boolean", default: false } });
const scale = quick ? QUICK : FULL;
const [cores, gigabytes] = [cpus().length, Math.round(totalmem() / 1e9)];
const load = readLoad().toFixed(1);
const begun = performance.now();
const figures = await measureCapacity(scale, console.error);
const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
console.log(
  `${cores} cores (${cpus()[0]?.model}), ${gigabytes} GB, Node ${process.version}; load average ${load} at the start; ${minutes} minutes.\n`,
);
console.log(formatCapacity(figures, scale));
