import { inspect, styleText } from "node:util";

/** pino's levels from which a line is marked. */
const WARN = 40;
const ERROR = 50;

/** What every line of a process has, which says nothing to who started it. */
const COMMON = ["level", "time", "pid", "hostname", "msg", "err"];

const CLOCK = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });

/** What cannot be taken for the end of a field. */
const PLAIN = /^[\w.:/@-]+$/;
const ONE_LINE = { breakLength: Number.POSITIVE_INFINITY };

/**
 * Returns a line of a log, as pino writes it, for people: `20:38:01 listening  host=:: port=2567`, with the stack of an error below it.
 * What is no JSON is returned as it is.
 * @param line one line of JSON, with its line break
 */
export function humanLine(line: string): string {
  let fields: Record<string, unknown>;
  try {
    fields = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return line;
  }
  const { level, time, msg, err } = fields;
  const clock = CLOCK.format(Number(time));
  const details = Object.entries(fields)
    .filter(([name]) => !COMMON.includes(name))
    .map(([name, value]) => `${name}=${PLAIN.test(String(value)) ? String(value) : inspect(value, ONE_LINE)}`)
    .join(" ");
  const described = err as { readonly message?: string; readonly stack?: string } | undefined;
  const trace = described === undefined ? [] : [described.stack ?? described.message ?? ""];
  const [mark, format] = markOf(Number(level));
  const text = [`${clock} ${mark}${String(msg)}${details === "" ? "" : `  ${details}`}`, ...trace].join("\n");
  return `${styleText(format, text)}\n`;
}

function markOf(level: number): [mark: string, format: "red" | "yellow" | "reset"] {
  if (level >= ERROR) return ["error: ", "red"];
  return level >= WARN ? ["warning: ", "yellow"] : ["", "reset"];
}
