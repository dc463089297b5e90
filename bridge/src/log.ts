import { type LineSummaries, logOptions, openLogOutput } from "@flower-war/protocol/log";
import { type DestinationStream, type Logger, pino } from "pino";

export type { Logger };

/**
 * Opens the structured log on stdout, one JSON object a line, lines for people on a terminal. What strangers sent is escaped
 * and cut, and what repeats is summed up.
 */
export function openLog(
  level: string,
  bridge: string,
  summaries: LineSummaries,
  destination: DestinationStream = openLogOutput(),
): Logger {
  const redact = ["secret", "password", "token"];
  return pino({ ...logOptions(summaries), level, base: { bridge }, redact }, destination);
}
