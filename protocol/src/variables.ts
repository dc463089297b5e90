import { z } from "zod";

/* How server and bridge declare the environment variables that they read. */

/** An environment variable: docs/configuration.md is written from it (`npm run generate`). */
export interface Declaration {
  /** Its values, in an error: "PORT must be a port from 0 to 65535". */
  readonly takes: string;
  /** Reads its text. The value without a text is its default. */
  readonly format: z.ZodType;
  /** What a missing variable means, if `format` has no default; without this "none". */
  readonly unset?: string;
  /** What it decides, in Markdown. */
  readonly about: string;
  /** A heading below docs/ that says more. */
  readonly more?: string;
}

export type Environment = { readonly [name: string]: string | undefined };

/** The least number of characters of a secret. */
export const SECRET_LENGTH = 16;

/** What a secret takes. */
export const SECRET = {
  takes: `at least ${SECRET_LENGTH} characters`,
  format: z.string().min(SECRET_LENGTH).optional(),
};

const MODES = ["production", "development", "test"] as const;

/** `NODE_ENV`, which both read. Any other word is refused: a server with a misspelt `production` would create its own secrets. */
export const NODE_ENV = {
  takes: `one of ${MODES.join(", ")}`,
  format: z.enum(MODES).default("development"),
};

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** `LOG_LEVEL`, which both read. */
export const LOG_LEVEL = {
  takes: `one of ${LOG_LEVELS.join(", ")}`,
  format: z.enum(LOG_LEVELS).default("info"),
  about: "the least level of lines in the log",
  more: "operate.md#logs",
};

/** Declares what a whole number in a range takes; without a text it is `standard`. */
export function inRange<S extends number | null>(what: string, min: number, max: number, standard: S) {
  const written = z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(min).max(max));
  return {
    takes: `${what} from ${min} to ${max}`,
    format: written.optional().transform((given): number | S => given ?? standard),
  };
}

/**
 * Reads a variable. An empty one counts as missing.
 * @param fail makes the error that is thrown, from a sentence that names the variable
 */
export function readVariable<F extends z.ZodType>(
  environment: Environment,
  name: string,
  { takes, format }: { readonly takes: string; readonly format: F },
  fail: (sentence: string) => Error,
): z.output<F> {
  const read = format.safeParse(environment[name] || undefined);
  if (read.success) return read.data;
  const reason = read.error.issues.find(
    ({ code, message }) => code === "custom" && message !== "Invalid input",
  );
  throw fail(`${name} ${reason?.message ?? `must be ${takes}`}.`);
}

/** Describes in Markdown what a missing variable means. */
export function describeDefault({ format, unset }: Partial<Declaration>): string {
  if (unset !== undefined) return unset;
  const value = format?.parse(undefined) as string | number | readonly string[] | null | undefined;
  const written = value?.toString() ?? "";
  return written === "" ? "none" : `\`${written}\``;
}
