import { type Logger, pino } from "pino";

export type { Logger };

/** Opens the structured log on stdout, one JSON object a line. */
export function openLog(level: string, bridge: string): Logger {
  return pino({ level, base: { bridge }, redact: ["secret", "password", "token"] });
}
