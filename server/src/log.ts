import { type DestinationStream, type Level, type Logger, type LoggerOptions, pino } from "pino";
import type { Time } from "./time.ts";

export type LogLevel = Level | "silent";

/** Opens the root logger: one JSON object a line on stdout. Fields that may hold secrets are redacted. */
export function openLog(level: LogLevel, destination: DestinationStream = pino.destination(1)): Logger {
  const options: LoggerOptions = {
    level,
    redact: {
      paths: [
        "token",
        "invitation",
        "secret",
        "seed",
        "password",
        "authorization",
        "*.token",
        "*.invitation",
        "*.secret",
        "*.seed",
        "*.password",
        "*.authorization",
      ],
      censor: "[secret]",
    },
  };
  return pino(options, destination);
}

/** The logger that Colyseus writes to. */
export interface FrameworkLogger {
  debug(...words: unknown[]): void;
  info(...words: unknown[]): void;
  warn(...words: unknown[]): void;
  error(...words: unknown[]): void;
  trace(...words: unknown[]): void;
}

/** Lines that Colyseus may write in a minute: every invalid frame makes it write a stack trace. */
const LINES_PER_MINUTE = 20;

/** Builds Colyseus' logger: first lines only, at most `LINES_PER_MINUTE`. */
export function frameworkLog(log: Logger, time: Time): FrameworkLogger {
  const child = log.child({ from: "colyseus" });
  let lines = 0;
  let minute = 0;
  const write =
    (level: "debug" | "info" | "warn") =>
    (...words: unknown[]) => {
      const now = Math.floor(time.now() / 60_000);
      if (now !== minute) [minute, lines] = [now, 0];
      lines += 1;
      if (lines <= LINES_PER_MINUTE) child[level](words.map(firstLine).join(" "));
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
  return text.split("\n", 1)[0]?.slice(0, 200) ?? "";
}
