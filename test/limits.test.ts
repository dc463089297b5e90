import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LIMITS, REFUSAL_CODES, type RefusalCode } from "@flower-war/protocol";
import { NOTICE_LIMITS } from "@flower-war/protocol/players";
import { BOT_LIMITS, SERVER_LIMITS, STUDY_LIMITS, TOURNAMENT_LIMITS } from "@flower-war/protocol/server";
import { SOCKET_LIMITS } from "@flower-war/protocol/sockets";
import { describe, expect, test } from "vitest";
import { WRONG_SECRETS } from "../server/src/quotas/acts.ts";
import { ROOT } from "./support/root.ts";

const text = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** What `LIMITS` and the others say besides, which limits no client. */
const NO_LIMITS = [
  "BOT_LIMITS.listed",
  "LIMITS.absence",
  "LIMITS.arrival",
  "LIMITS.abortTurns",
  "LIMITS.claim",
  "LIMITS.countdown",
  "LIMITS.deserted",
  "LIMITS.newestPeople",
  "LIMITS.nonces",
  "LIMITS.rematch",
  "LIMITS.reveals",
  "LIMITS.reportLines",
  "NOTICE_LIMITS.mailLink",
  "NOTICE_LIMITS.notice",
  "SERVER_LIMITS.clockStop",
  "SERVER_LIMITS.importedClockStop",
  "SERVER_LIMITS.lag.act",
  "SERVER_LIMITS.lag.match",
  "STUDY_LIMITS.positions",
  "TOURNAMENT_LIMITS.listed",
  "TOURNAMENT_LIMITS.tables",
];

/** All numbers by their names, as `LIMITS.messages.burst`. */
const NUMBERS = new Map(
  numbersOf({
    LIMITS,
    SERVER_LIMITS,
    BOT_LIMITS,
    STUDY_LIMITS,
    TOURNAMENT_LIMITS,
    NOTICE_LIMITS,
    SOCKET_LIMITS,
    WRONG_SECRETS,
  }),
);

function numbersOf(tree: object, prefix = ""): [string, number][] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === "number") return [[prefix + key, value] as [string, number]];
    return numbersOf(value as object, `${prefix}${key}.`);
  });
}

const ROWS = text("docs/limits.md")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| limit "))
  .map((line) => line.split("|").slice(1, -1))
  .map(([limit = "", number = "", , beyond = "", wait = "", variable = "", , constant = ""]) => ({
    limit: limit.trim(),
    number,
    beyond,
    wait,
    variables: inBackquotes(variable),
    constants: inBackquotes(constant),
  }));

function inBackquotes(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
}

/** The numbers of a constant, which may have several. */
function valuesOf(constant: string): number[] {
  return [...NUMBERS].flatMap(([name, value]) =>
    name === constant || name.startsWith(`${constant}.`) ? [value] : [],
  );
}

/** The numbers in a cell; times in ms. */
function quantitiesIn(cell: string): number[] {
  const factors: { readonly [unit: string]: number } = {
    s: 1_000,
    minute: 60_000,
    minutes: 60_000,
    days: 86_400_000,
    KB: 1024,
    MB: 1024 * 1024,
  };
  return [...cell.matchAll(/([\d.,]*\d)(?:\/(\d+))?(?: (s|minutes?|days|KB|MB)\b)?/g)].map(
    ([, whole = "", parts, unit]) => {
      const number = Number(whole.replaceAll(",", ""));
      return (parts === undefined ? number : number / Number(parts)) * (factors[unit ?? ""] ?? 1);
    },
  );
}

describe("docs/limits.md", () => {
  test.each(ROWS.filter(({ constants }) => constants.length > 0))(
    "has the numbers of $limit ($constants)",
    ({ number, wait, constants }) => {
      const ascending = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
      // The wait of some is a constant too.
      const written = new Set([...quantitiesIn(number), ...quantitiesIn(wait)]);
      expect(ascending([...written])).toEqual(ascending([...new Set(constants.flatMap(valuesOf))]));
    },
  );

  test("has every limit", () => {
    const named = ROWS.flatMap(({ constants }) => constants);
    const isNamed = (name: string) =>
      NO_LIMITS.includes(name) ||
      named.some((constant) => name === constant || name.startsWith(`${constant}.`));
    expect([...NUMBERS.keys()].filter((name) => !isNamed(name))).toEqual([]);
    expect(named.filter((constant) => valuesOf(constant).length === 0)).toEqual([]);
  });

  test("names the code of every refusal that has to do with a limit, and no unknown one", () => {
    const named = new Set(ROWS.flatMap(({ beyond }) => inBackquotes(beyond)));
    const codes = Object.entries(REFUSAL_CODES).flatMap(([code, { status }]) =>
      status === 429 || code.startsWith("too-many-") ? [code] : [],
    );
    const missing = [...codes, "server-full", "chat-full", "bot-busy"].filter((code) => !named.has(code));
    expect(missing).toEqual([]);
    expect([...named].filter((code) => !(code in REFUSAL_CODES) && code !== "GET /api/lobby")).toEqual([]);
    expect(REFUSAL_CODES["server-full" satisfies RefusalCode].status).toBe(503);
  });

  test("names variables that docs/configuration.md explains with the same defaults", () => {
    const table = text("docs/configuration.md").split("\n");
    for (const { limit, variables, constants } of ROWS) {
      const numbers = constants.flatMap(valuesOf);
      for (const [index, variable] of variables.entries()) {
        const row = table.find((line) => line.startsWith("|") && line.includes(`\`${variable}\``));
        expect(row, `${variable} of ${limit}`).toBeDefined();
        if (limit.includes("share of")) continue;
        expect(row, variable).toContain(`| \`${numbers[index]}\` |`);
      }
    }
  });
});
