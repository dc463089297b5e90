import { readFile } from "node:fs/promises";
import { UsageError } from "../../protocol/tools/tool.ts";
import type { Report } from "./report.ts";
import { computeShare, type Share } from "./statistics.ts";

/**
 * Reads reports that `--json` printed.
 * @throws UsageError naming the file that is none
 */
export async function readReports(files: readonly string[]): Promise<Report[]> {
  return Promise.all(
    files.map(async (file) => {
      try {
        const report = JSON.parse(await readFile(file, "utf8")) as Partial<Report>;
        if (report.setup && report.numbers && report.shares && report.seats && report.uses)
          return report as Report;
      } catch (error) {
        throw new UsageError(`${file} cannot be read as a report.`, { cause: error });
      }
      throw new UsageError(`${file} is no report.`);
    }),
  );
}

/** Formats reports as Markdown: a table with a line for each (number of seats, bots, their thoughts in brackets), and for each game one of how often its cards are played. */
export function formatTables(reports: readonly Report[]): string {
  const sorted = reports.toSorted((a, b) => compareText(keyOf(a), keyOf(b)));
  const games = Map.groupBy(sorted, ({ setup }) => setup.game);
  return [
    formatTable(
      [
        "match",
        "matches",
        "won",
        "share of each seat in the wins",
        "ticks that are floods",
        "forestalled",
        "minutes",
      ],
      sorted.map(summarize),
    ),
    ...[...games].flatMap(([game, own]) => formatUses(game, own)),
  ].join("\n\n");
}

function keyOf({ setup: { game, seats, bots, thoughts } }: Report): string {
  return `${game} ${kindOf(bots)} ${seats} ${thoughts}`;
}

/** Returns the kinds of bots, and how long they think. */
function playersOf({ bots, thoughts }: Report["setup"]): string {
  return bots.includes("skilled") ? `${kindOf(bots)} (${thoughts})` : kindOf(bots);
}

/** Returns the one kind of all bots, else the kinds in the order of the seats. */
function kindOf(bots: Report["setup"]["bots"]): string {
  return new Set(bots).size === 1 ? (bots[0] ?? "") : bots.join(",");
}

function summarize({ setup, matches, seats, shares, numbers }: Report): string[] {
  const wins = Object.values(seats)[0]?.of ?? 0;
  const ticks = shares["ticks"] ?? {};
  const ofTicks = Object.values(ticks)[0]?.of ?? 0;
  const minutes = numbers["minutes"];
  return [
    `\`${setup.game}\` ${setup.seats}, ${playersOf(setup)}`,
    formatNumber(matches),
    formatShare(computeShare(wins, matches)),
    Object.entries(seats)
      .map(([seat, share]) => `${seat} ${formatShare(share)}`)
      .join(", "),
    `${formatShare(ticks["flood"] ?? computeShare(0, ofTicks))} of ${formatNumber(ofTicks)}`,
    formatShare(ticks["forestalled"] ?? computeShare(0, ofTicks)),
    [minutes?.median, minutes?.p10, minutes?.p90].map((each) => each?.toFixed(0) ?? "-").join("; "),
  ];
}

/** Formats how often the hand cards of a game are played in a match, the most played by its first column's bots first. */
function formatUses(game: string, reports: readonly Report[]): string[] {
  const things = [...new Set(reports.flatMap(({ uses }) => Object.keys(uses)))].filter((thing) =>
    thing.startsWith("card:"),
  );
  if (things.length === 0) return [];
  const usesOf = (report: Report | undefined, thing: string) => report?.uses[thing]?.uses ?? 0;
  const sorted = things.toSorted((a, b) => usesOf(reports[0], b) - usesOf(reports[0], a));
  return [
    formatTable(
      [`\`${game}\`, plays a match`, ...reports.map(({ setup }) => `${setup.seats}, ${playersOf(setup)}`)],
      sorted.map((thing) => [
        thing.slice("card:".length),
        ...reports.map((report) => usesOf(report, thing).toFixed(2)),
      ]),
    ),
  ];
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

const formatNumber = (value: number): string => value.toLocaleString("en");

const compareText = (a: string, b: string): number => a.localeCompare(b, "en", { numeric: true });
