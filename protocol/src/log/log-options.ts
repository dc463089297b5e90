import type { LineKind, LineSummaries } from "./line-summaries.ts";
import { safeFields, safeText } from "./safe-fields.ts";

/** Lines of one level and message that are written in a minute, unless they are marked by `sumUp`. */
const MAX_LINES = 60;

const SUMMED = Symbol("summed");

interface Summed {
  readonly kind: string;
  /** What has lines of its own; `null`: the message. */
  readonly group: string | null;
}

type Fields = object & { readonly [SUMMED]?: Summed; readonly code?: unknown; readonly err?: unknown };

/**
 * Marks the fields of a line that a client, a temple or a stranger can cause as often as it likes: of such lines the first
 * is written at once and those of the following minute as one, whose `times` says how many they are.
 * Lines of one level, message and `code` are summed up together.
 *
 *     log.warn(sumUp({ code: "malformed", address }), "connection cut");
 *
 * @param kind what else tells such lines apart, e.g. the temple: of each message at most 20 codes and kinds have lines of
 *   their own, the others share one. Nothing that a stranger may choose.
 * @param group the group of a line whose message is not constant
 */
export function sumUp<F extends object>(fields: F, kind = "", group: string | null = null): F {
  return { ...fields, [SUMMED]: { kind, group } satisfies Summed };
}

/** Writes a line. Called on its logger. */
type Method = (fields: object, message: string) => void;

/** Options of pino that keep a log from being flooded or forged: spread them into the options of a logger. */
export interface LogOptions {
  readonly hooks: {
    readonly logMethod: (this: object, args: unknown[], method: Method, level: number) => void;
  };
  readonly formatters: { readonly log: (fields: object) => Record<string, unknown> };
  readonly serializers: { readonly err: (described: unknown) => unknown };
}

/**
 * Builds pino's options for the log of a process:
 * - of lines marked by `sumUp` one a minute is written, of others at most 60 of one level and message; the rest is summed up,
 * - fields and messages are escaped and cut (`safeFields`).
 *
 * Fields of child loggers are written as they are: they are the program's own.
 */
export function logOptions(summaries: LineSummaries): LogOptions {
  return {
    hooks: {
      logMethod(args, method, level) {
        const { fields, message } = readLine(args);
        const write = (all: object) => method.call(this, all, safeText(message));
        const mark = fields[SUMMED];
        if (!summaries.admit(kindOf(fields, message, level), { fields, write })) return;
        write(mark === undefined ? fields : { ...fields, times: 1 });
      },
    },
    formatters: { log: safeFields },
    // The formatter has described it already; pino's own serializer would do it again.
    serializers: { err: (described) => described },
  };
}

/** Reads what a logger was called with: fields or an error first, or the message alone. */
function readLine([first, second]: readonly unknown[]): {
  readonly fields: Fields;
  readonly message: string;
} {
  if (typeof first !== "object" || first === null) return { fields: {}, message: String(first) };
  const fields: Fields = first instanceof Error ? { err: first } : first;
  if (typeof second === "string") return { fields, message: second };
  return { fields, message: fields.err instanceof Error ? fields.err.message : "" };
}

function kindOf({ [SUMMED]: mark, code }: Fields, message: string, level: number): LineKind {
  if (mark === undefined) return { group: `${level} ${message}`, kind: "", most: MAX_LINES };
  const kind = `${typeof code === "string" ? code : ""} ${mark.kind}`;
  return { group: `${level} summed ${mark.group ?? message}`, kind, most: 1 };
}
