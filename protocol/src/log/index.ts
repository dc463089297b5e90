export { captureOutput, type LineLog, logForeign, type OutputOwner } from "./foreign-lines.ts";
export { LineSummaries } from "./line-summaries.ts";
export { logOptions, type LogOptions, summed } from "./log-options.ts";
export { safeFields, safeText } from "./safe-fields.ts";
