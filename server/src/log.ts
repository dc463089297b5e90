import { type LineSummaries, logForeign, logOptions, openLogOutput } from "@flower-war/protocol/log";
import { type DestinationStream, type Level, type Logger, pino } from "pino";

/** Fields that may hold secrets. */
const SECRETS = ["token", "invitation", "secret", "seed", "password", "authorization"];

export type LogLevel = Level | "silent";

/**
 * Opens the root logger: one JSON object a line on stdout, lines for people on a terminal. Fields that may hold secrets are
 * redacted, what strangers sent is escaped and cut, and what repeats is summed up.
 */
export function openLog(
  level: LogLevel,
  summaries: LineSummaries,
  destination: DestinationStream = openLogOutput(),
): Logger {
  return pino(
    {
      ...logOptions(summaries),
      level,
      redact: {
        paths: SECRETS.flatMap((field) => [field, `*.${field}`]),
        censor: "[secret]",
      },
    },
    destination,
  );
}

/** The logger that Colyseus writes to. */
export interface FrameworkLogger {
  debug(...words: unknown[]): void;
  info(...words: unknown[]): void;
  warn(...words: unknown[]): void;
  error(...words: unknown[]): void;
  trace(...words: unknown[]): void;
}

/** Builds Colyseus' logger: without stack traces, and summed up, since every invalid frame makes it write a line. */
export function frameworkLog(log: Logger): FrameworkLogger {
  const write =
    (level: "debug" | "info" | "warn") =>
    (...words: unknown[]) => {
      if (log.isLevelEnabled(level)) logForeign(log, level, "colyseus", words.map(firstLine).join(" "));
    };
  return {
    trace: write("debug"),
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    // What reaches Colyseus is nearly always a client's doing; our own failures are caught and logged before.
    error: write("warn"),
  };
}

function firstLine(word: unknown): string {
  const text = word instanceof Error ? word.message : String(word);
  return text.split("\n", 1)[0] ?? "";
}
