import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../../..");

/** One change of a source file. */
export interface Change {
  /** Below `rules/src`. */
  readonly file: string;
  /** A text that occurs exactly once. */
  readonly from: string;
  readonly to: string;
}

/** What the tests say about a changed copy of the rules. */
export interface Verdict {
  readonly passed: boolean;
  /** The first test that failed, or why the tests did not end. */
  readonly by: string;
}

/** Returns the source of a file below `rules/src`. */
export function readSource(file: string): string {
  return readFileSync(join(ROOT, "rules/src", file), "utf8");
}

/**
 * Returns the source after a change.
 * @throws Error if the text to replace does not occur exactly once
 */
export function applyChange({ file, from, to }: Change): string {
  const parts = readSource(file).split(from);
  if (parts.length !== 2) throw new Error(`${JSON.stringify(from)} does not occur exactly once in ${file}`);
  return parts.join(to);
}

/**
 * Runs the tests of the rules in a copy with one changed file, until one fails.
 * @param matches random matches that each property plays
 * @param limit ms after which the tests count as failed; an endless loop is a fault too
 * @param without patterns of test files to leave out
 */
export async function runTests(
  file: string,
  code: string,
  {
    matches,
    limit,
    without = [],
  }: { readonly matches: number; readonly limit: number; readonly without?: readonly string[] },
): Promise<Verdict> {
  const place = mkdtempSync(join(tmpdir(), "planted-"));
  try {
    for (const part of ["rules/src", "rules/test", "rules/package.json", "docs/rules"]) {
      cpSync(join(ROOT, part), join(place, part), { recursive: true });
    }
    symlinkSync(join(ROOT, "node_modules"), join(place, "node_modules"));
    writeFileSync(join(place, "rules/src", file), code);
    const args = [
      "run",
      "rules",
      "--bail=1",
      // The rules are pure, so test files may share a process, which is faster.
      "--no-isolate",
      "--maxWorkers=1",
      "--testTimeout=600000",
      ...without.map((each) => `--exclude=${each}`),
    ];
    return await verdictOf(place, args, matches, limit);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function verdictOf(
  place: string,
  args: readonly string[],
  matches: number,
  limit: number,
): Promise<Verdict> {
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  // The workers are in the process group of the tests: an endless loop in one of them can only be killed.
  const tests = spawn(process.execPath, [vitest, ...args], {
    cwd: place,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, FLOWER_WAR_RUNS: String(matches), NO_COLOR: "1" },
  });
  let output = "";
  for (const stream of [tests.stdout, tests.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const kill = () => {
    try {
      if (tests.pid !== undefined) process.kill(-tests.pid, "SIGKILL");
    } catch {
      // The process group has ended already.
    }
  };
  const timer = setTimeout(() => {
    output = `FAIL  no end within ${limit / 1000} s`;
    kill();
  }, limit);
  const status = await new Promise<number | null>((resolve) => tests.once("close", resolve));
  clearTimeout(timer);
  kill();
  return { passed: status === 0, by: /FAIL {2}(.*)/.exec(output)?.[1] ?? "no test by name" };
}
