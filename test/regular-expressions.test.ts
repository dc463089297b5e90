/**
 * Strangers' text meets regular expressions: none may take more than linear time. `scslre` finds those that backtrack over the same
 * characters by several quantifiers, or search the same run again from each of its characters; alternatives are compared here.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";
import { getFirstConsumedChar, toCache } from "regexp-ast-analysis";
import { parseAst } from "rolldown/parseAst";
import { analyse } from "scslre";
import { describe, expect, test } from "vitest";
import { ROOT } from "./support/root.ts";

const WORKSPACES = ["rules", "protocol", "client-sdk", "server", "bridge", "cli", "devices", "web"];

/** Expressions that may take longer, and why no stranger can make them. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "\"[^\"]*\"|'[^']*'|`[^`]*`|\\S*\\d\\S*":
    "reads 200 characters at most (protocol/src/log/foreign-lines.ts)",
  "((?:file:|\\/|[A-Za-z]:\\\\)[^()]*?)(:\\d+:\\d+)\\)?$":
    "reads a line of a stack of the host's own game (server/src/games/check-game.ts)",
};

interface Expression {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** Returns in which ways an expression takes more than linear time. */
function faultsOf({ source, flags }: Pick<Expression, "source" | "flags">): string[] {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: true, Self: true, Trade: true } });
  const faults = reports.map(({ type, exponential }) => `${type}${exponential ? ", exponential" : ""}`);
  return [...faults, ...repeatedChoices({ source, flags })];
}

/** Returns the repetitions without a limit in which two alternatives begin with the same character. */
function repeatedChoices({ source, flags: letters }: Pick<Expression, "source" | "flags">): string[] {
  const parser = new RegExpParser();
  const flags = parser.parseFlags(letters);
  const found: string[] = [];
  visitRegExpAST(parser.parsePattern(source, undefined, undefined, flags), {
    onQuantifierEnter({ max, element, raw }) {
      if (max !== Number.POSITIVE_INFINITY || !("alternatives" in element)) return;
      const begins = element.alternatives.map(
        (each) => getFirstConsumedChar(each, "ltr", toCache(flags)).char,
      );
      if (begins.some((one, i) => begins.slice(i + 1).some((other) => !one.isDisjointWith(other))))
        found.push(raw);
    },
  });
  return found;
}

/** Calls with each node of a tree. */
function walk(node: unknown, visit: (node: Record<string, unknown>) => void): void {
  if (Array.isArray(node)) for (const child of node) walk(child, visit);
  else if (typeof node === "object" && node !== null) {
    visit(node as Record<string, unknown>);
    walk(Object.values(node), visit);
  }
}

const written: Expression[] = [];
/** How often each file composes one while it is loaded. */
const composing = new Map<string, number>();
for (const file of globSync(`{${WORKSPACES.join(",")}}/src/**/*.{ts,tsx}`, { cwd: ROOT })) {
  const tree = parseAst(readFileSync(join(ROOT, file), "utf8"), {
    lang: file.endsWith("x") ? "tsx" : "ts",
  });
  walk(tree, ({ type, regex, callee }) => {
    if (type === "Literal" && regex) {
      const { pattern, flags } = regex as { pattern: string; flags: string };
      written.push({ file, source: pattern, flags });
    }
    const isCall = type === "NewExpression" || type === "CallExpression";
    if (isCall && (callee as { name?: string }).name === "RegExp")
      composing.set(file, (composing.get(file) ?? 0) + 1);
  });
}

/** Loads a file. Returns the expressions that it composes meanwhile. */
async function compose(file: string): Promise<Expression[]> {
  const composed: Expression[] = [];
  const Original = RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, parts: [string, string]) {
      const made = new target(...parts);
      if (new Error("where").stack?.includes(file)) {
        const { source, flags } = made;
        composed.push({ file, source, flags });
      }
      return made;
    },
  });
  try {
    await import(join(ROOT, file));
  } finally {
    globalThis.RegExp = Original;
  }
  return composed;
}

test("every expression of the sources takes linear time", () => {
  expect(written.length).toBeGreaterThan(100);
  const faulty = written.filter((each) => !(each.source in EXCEPTIONS) && faultsOf(each).length > 0);
  expect(faulty.map((each) => `${each.file}: /${each.source}/: ${faultsOf(each).join(", ")}`)).toEqual([]);
});

test("no exception is left over", () => {
  const sources = new Set(written.map(({ source }) => source));
  expect(Object.keys(EXCEPTIONS).filter((source) => !sources.has(source))).toEqual([]);
});

test("so does every expression that is composed, which happens while its file is loaded", async () => {
  expect(composing.size).toBeGreaterThan(2);
  for (const [file, times] of composing) {
    const composed = await compose(file);
    expect(composed.length, file).toBeGreaterThanOrEqual(times);
    for (const each of composed) expect(faultsOf(each), `${file}: ${each.source}`).toEqual([]);
  }
});

describe("the checker", () => {
  test.each([
    { what: "a run at the end, searched from each of its characters", source: "[\\p{Cc}\\s]+$", flags: "u" },
    { what: "two ways to read a run", source: "^(a|a)*$", flags: "" },
    { what: "two neighbours for a run", source: "^\\s*\\s*x", flags: "" },
    { what: "a search without a beginning", source: "\\S*\\d", flags: "" },
  ])("finds $what", ({ source, flags }) => {
    expect(faultsOf({ source, flags })).not.toEqual([]);
  });

  test.each(["^[\\p{Cc}\\s]+|(?<![\\p{Cc}\\s])[\\p{Cc}\\s]+$", "\\s+", "^[a-z]{2,3}$"])(
    "takes /%s/",
    (source) => {
      expect(faultsOf({ source, flags: "u" })).toEqual([]);
    },
  );
});
