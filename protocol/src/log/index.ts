export { subtractLagInterval } from "./event-loop-lag.ts";
export { captureOutput, type LineLog, logForeign, type OutputOwner } from "./foreign-lines.ts";
export { LineSummaries } from "./line-summaries.ts";
export { type LogOptions, logOptions, sumUp } from "./log-options.ts";
export { type LogOutput, openLogOutput } from "./log-output.ts";
