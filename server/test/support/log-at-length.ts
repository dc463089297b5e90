/** Logs more than a pipe and its reader take, says so to its parent, and exits with 7 as soon as that tells it to. */
import { captureOutput, LineSummaries } from "@flower-war/protocol/log";
import { openLog } from "../../src/log.ts";
import { systemTime } from "../../src/time.ts";

const log = openLog("info", new LineSummaries(systemTime));
captureOutput(process, log);
process.once("message", () => process.exit(7));
const text = "x".repeat(150);
for (let i = 0; i < 50_000; i++) log.info({ i, text }, `line ${i % 1000}`);
process.send?.("logged");
