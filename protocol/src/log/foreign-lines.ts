import { sumUp } from "./log-options.ts";

/** The part of a logger that is used here. */
export interface LineLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  fatal(fields: object, message: string): void;
}

/** Characters of a foreign text that are looked at, and lines of it that are logged. */
const MAX_READ = 2_000;
const MAX_LINES = 10;

/**
 * Logs a text that a library wrote. Texts that differ only in numbers and quoted words are of one kind; 20 kinds a
 * minute have lines of their own.
 * @param from whose code that was
 */
export function logForeign(log: LineLog, level: "debug" | "info" | "warn", from: string, text: string): void {
  const [message = "", ...rest] = text.slice(0, MAX_READ).trimEnd().split("\n").slice(0, MAX_LINES);
  const fields = { from, ...(rest.length > 0 && { rest }) };
  log[level](sumUp(fields, shapeOf(message), `from ${from}`), message);
}

function shapeOf(message: string): string {
  return message
    .slice(0, 200)
    .replace(/"[^"]*"|'[^']*'|`[^`]*`|\S*\d\S*/g, "#")
    .slice(0, 80);
}

interface OutputStream {
  write(...chunk: never[]): boolean;
}

/** A Node process, as far as its output is concerned. */
export interface OutputOwner {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  removeAllListeners(event: "warning"): unknown;
  on(event: "warning", listener: (warning: Error) => void): unknown;
  on(event: "uncaughtExceptionMonitor", listener: (error: Error, origin: string) => void): unknown;
}

/**
 * Turns what any code of a process prints into lines of its log: `console`, writes to stdout and stderr, and Node's warnings. What
 * ends the process is logged too. The log itself must write to the file descriptor, as `openLogOutput` does.
 */
export function captureOutput(process: OutputOwner, log: LineLog): void {
  capture(process.stdout, (text) => logForeign(log, "info", "stdout", text));
  capture(process.stderr, (text) => logForeign(log, "warn", "stderr", text));
  // Node's own listener prints.
  process.removeAllListeners("warning");
  process.on("warning", (err) => log.warn(sumUp({ err }, err.name), "process warning"));
  process.on("uncaughtExceptionMonitor", (err, origin) => log.fatal({ err, origin }, "process failed"));
}

function capture(stream: OutputStream, log: (text: string) => void): void {
  const decoder = new TextDecoder();
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    const text = typeof chunk === "string" ? chunk : decoder.decode(chunk);
    if (text.trim() !== "") log(text);
    const done = rest.at(-1);
    if (typeof done === "function") queueMicrotask(done as () => void);
    return true;
  };
}
