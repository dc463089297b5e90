import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CaseReport, Sample } from "./cases.ts";
import { drawPlot, type Row } from "./plots.ts";
import type { Use } from "./report.ts";
import { computeShare, type Share } from "./statistics.ts";

/** What ends matches that no seat has won in play. */
const ENDS_OF_WORLD = ["apocalypse", "out-of-days"];

/**
 * Writes what reports of many cases say: `balance.md` with tables, and its plots beside it.
 * @param folder created if there is none
 */
export async function writeBalance(
  folder: string,
  reports: readonly CaseReport[],
  sample: Sample,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const files = {
    "balance.md": formatBalance(reports, sample),
    "balance-ends.svg": drawEnds(reports),
    "balance-minutes.svg": drawMinutes(reports),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}

/** Formats reports as Markdown: how matches of each case go, and for each game of Flower War's rules how its cards do. */
export function formatBalance(reports: readonly CaseReport[], { matches, thoughts, seed }: Sample): string {
  const games = Map.groupBy(reports, ({ setup }) => setup.game);
  return `${[
    "# Balance",
    `Written by \`npm run simulate -- --report --matches ${matches} --thoughts ${thoughts} --seed ${seed}\`: so many matches of each case between easy bots, a tenth of them between skilled bots, which think ` +
      `${thoughts} ${thoughts === 1 ? "time" : "times"} a move. Shares have Wilson's intervals of 95 %. What follows from them stands in [Rules and bots in figures](performance-rules.md#balance).`,
    "![How matches end](balance-ends.svg)",
    "![Minutes of a match](balance-minutes.svg)",
    "## Matches",
    "*Won*: by a seat, in play or as the best tribe when the world ends. *Leader*, *last*: the shares of matches with a winner that the seat wins which was alone first, or alone last, in the middle turn. *No choice*: decisions with one legal answer. *Minutes*: median, 10 % and 90 % at the [assumed pace](performance-rules.md#minutes).",
    formatTable(
      ["match", "won", "share of each seat in the wins", "leader", "last", "no choice", "minutes"],
      reports.map((report) => [
        nameOf(report),
        formatShare(report.won),
        Object.entries(report.seats)
          .map(([seat, share]) => `${seat} ${formatShare(share)}`)
          .join(", "),
        formatShare(shareOf(report, "the leader at half time", "won")),
        formatShare(shareOf(report, "the last at half time", "won")),
        formatShare(shareOf(report, "choices", "none")),
        formatMinutes(report),
      ]),
    ),
    ...formatEnds(reports),
    ...[...games].flatMap(([game, own]) => formatUses(game, own)),
  ].join("\n\n")}\n`;
}

/** Formats how the world ends, of the cases in which it does. */
function formatEnds(reports: readonly CaseReport[]): string[] {
  const ending = reports.filter((report) => endedByWorld(report).share > 0);
  if (ending.length === 0) return [];
  return [
    "## The world's end",
    "*Floods* and *invasions*: the catastrophes on whose tick the world ended. *Ticks*: those that were floods, and those that were forestalled.",
    formatTable(
      ["match", "world ended", "floods", "invasions", "ticks: floods", "forestalled"],
      ending.map((report) => {
        return [
          nameOf(report),
          formatShare(endedByWorld(report)),
          formatShare(shareOf(report, "the world ends by", "flood")),
          formatShare(shareOf(report, "the world ends by", "invasion")),
          formatShare(shareOf(report, "ticks", "flood")),
          formatShare(shareOf(report, "ticks", "forestalled")),
        ];
      }),
    ),
  ];
}

/** Returns how often a thing happened of several, also if it never did. */
function shareOf({ shares }: CaseReport, what: string, thing: string): Share {
  const all = shares[what] ?? {};
  return all[thing] ?? computeShare(0, Object.values(all)[0]?.of ?? 0);
}

function endedByWorld({ shares, matches }: CaseReport): Share {
  const ended = Object.entries(shares["ended by"] ?? {}).filter(([by]) => ENDS_OF_WORLD.includes(by));
  return computeShare(Math.round(ended.reduce((sum, [, { share, of }]) => sum + share * of, 0)), matches);
}

/** Formats how the hand cards of a game do, the most played by its first case's bots first. */
function formatUses(game: string, reports: readonly CaseReport[]): string[] {
  const things = [...new Set(reports.flatMap(({ uses }) => Object.keys(uses)))].filter((thing) =>
    thing.startsWith("card:"),
  );
  if (things.length === 0) return [];
  const usesOf = (report: CaseReport | undefined, thing: string) => report?.uses[thing]?.uses ?? 0;
  const sorted = things.toSorted((a, b) => usesOf(reports[0], b) - usesOf(reports[0], a));
  return [
    `## Cards of \`${game}\``,
    "Plays a match, and how much more often than all seats (in points of a hundred, with half of its interval) a seat that played the card came first.",
    formatTable(
      ["card", ...reports.map(nameOf)],
      sorted.map((thing) => [
        thing.slice("card:".length),
        ...reports.map((report) => formatUse(report.uses[thing], firstOf(report))),
      ]),
    ),
  ];
}

/** Returns the share of first places of all seats. */
const firstOf = ({ bots, setup }: CaseReport): number => bots[setup.bots[0] ?? ""]?.share ?? 0;

function formatUse(use: Use | undefined, all: number): string {
  if (use === undefined) return "0.00";
  const { share, from, to, of } = use.first;
  const more = Math.round(100 * (share - all));
  return of === 0
    ? use.uses.toFixed(2)
    : `${use.uses.toFixed(2)} (${more > 0 ? "+" : ""}${more} ± ${(50 * (to - from)).toFixed(0)})`;
}

/** Draws which part of the matches was won in play, by the best tribe, and not at all. */
function drawEnds(reports: readonly CaseReport[]): string {
  const rows = reports.map((report): Row => {
    const [won, ended] = [100 * report.won.share, 100 * endedByWorld(report).share];
    const inPlay = Math.min(won, 100 - ended);
    const bars = [
      { from: 0, to: inPlay, kind: 0 },
      { from: inPlay, to: won, kind: 1 },
      { from: won, to: 100, kind: 2 },
    ];
    return { label: labelOf(report), bars };
  });
  return drawPlot({
    title: "How matches end",
    kinds: ["won in play", "by the best tribe", "no winner"],
    ticks: [0, 25, 50, 75, 100],
    unit: " %",
    rows,
  });
}

/** Draws the minutes of four of five matches, and which half of the matches is shorter. */
function drawMinutes(reports: readonly CaseReport[]): string {
  const longest = Math.max(0, ...reports.map(({ numbers }) => numbers["minutes"]?.p90 ?? 0));
  const rows = reports.map((report): Row => {
    const { p10, median, p90 } = report.numbers["minutes"] ?? { p10: 0, median: 0, p90: 0 };
    const bars = [
      { from: p10 ?? 0, to: median ?? 0, kind: 0 },
      { from: median ?? 0, to: p90 ?? 0, kind: 1 },
    ];
    return { label: labelOf(report), bars };
  });
  return drawPlot({
    title: "Minutes of a match",
    kinds: ["10 % to median", "median to 90 %"],
    ticks: Array.from({ length: 2 + Math.floor(longest / 20) }, (_, i) => 20 * i),
    unit: "",
    rows,
  });
}

const labelOf = ({ setup: { preset, seats, bots } }: CaseReport): string => `${preset}, ${seats} ${bots[0]}`;

const nameOf = ({ setup: { preset, seats, bots } }: CaseReport): string =>
  `\`${preset}\` ${seats}, ${bots[0]}`;

function formatMinutes({ numbers }: CaseReport): string {
  const minutes = numbers["minutes"];
  return [minutes?.median, minutes?.p10, minutes?.p90].map((each) => each?.toFixed(0) ?? "-").join("; ");
}

function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function formatShare({ of, share, from, to }: Share): string {
  if (of === 0) return "-";
  const [own, least, most] = [share, from, to].map((each) => (100 * each).toFixed(1));
  return `${own} % (${least}-${most})`;
}
