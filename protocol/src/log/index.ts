export { subtractLagInterval } from "./event-loop-lag.ts";
export { captureOutput, type LineLog, logForeign, type OutputOwner } from "./foreign-lines.ts";
export { LineSummaries } from "./line-summaries.ts";
export { openLogOutput } from "./log-output.ts";
export { releaseMemory } from "./release-memory.ts";
export { logOptions, type LogOptions, sumUp } from "./log-options.ts";
