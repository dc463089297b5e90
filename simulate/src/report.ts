import { computeShare, type Counts, mean, quantile, type Share, total } from "./statistics.ts";
import type { Setup } from "./options.ts";
import type { Tally } from "./tally.ts";

/** How often a card or a disc was used, and how its users did. */
export interface Use {
  /** How often it was used (a Day card: drawn) in a match, on average. */
  readonly uses: number;
  /** The share of seats that were placed first, of those that used it. */
  readonly first: Share;
}

/** The results of a simulation. */
export interface Report {
  readonly setup: Setup;
  readonly matches: number;
  /** Distributions of numbers of single matches, by name, e.g. `turns`. */
  readonly numbers: { readonly [what: string]: Spread };
  /** Shares of several things in all of them, by name, e.g. `ended by`. */
  readonly shares: { readonly [what: string]: { readonly [thing: string]: Share } };
  /** The share of matches that a seat has won. */
  readonly won: Share;
  /** The share of each seat in the wins. */
  readonly seats: { readonly [seat: string]: Share };
  /** The share of first places of each kind of bot, of the seats that it played. */
  readonly bots: { readonly [kind: string]: Share };
  readonly uses: { readonly [thing: string]: Use };
  readonly commandsPerMatch: number;
  readonly eventsPerCommand: number;
  /** Time in `decide` and `evolve`. */
  readonly microsecondsPerCommand: number;
}

export interface Spread {
  readonly mean: number | null;
  readonly p10: number | null;
  readonly median: number | null;
  readonly p90: number | null;
}

/** Computes the report. */
export function createReport(setup: Setup, seats: readonly string[], tally: Tally): Report {
  const { matches, commands } = tally;
  return {
    setup,
    matches,
    numbers: mapValues(tally.numbers, computeSpread),
    shares: mapValues(tally.counts, computeShares),
    won: computeShare(tally.won, matches),
    seats: Object.fromEntries(seats.map((seat) => [seat, computeShare(tally.wins[seat] ?? 0, tally.won)])),
    bots: mapValues(tally.seats, (played, kind) => computeShare(tally.firsts[kind] ?? 0, played)),
    uses: mapValues(tally.uses, (uses, thing) => ({
      uses: uses / matches,
      first: computeShare(tally.usersFirst[thing] ?? 0, tally.users[thing] ?? 0),
    })),
    commandsPerMatch: commands / matches,
    eventsPerCommand: tally.events / commands,
    microsecondsPerCommand: (1000 * tally.rulesTime) / commands,
  };
}

/** Formats the report for people. */
export function formatReport(report: Report): string {
  const { setup, matches, numbers, shares, uses } = report;
  const used = Object.entries(uses).toSorted(([a], [b]) => a.localeCompare(b));
  const lines = [
    `${matches} matches of ${setup.game}, ${setup.seats} seats, ${setup.bots.join(",")}`,
    "",
    `${"won by a seat".padEnd(30)}${formatShare(report.won).trim()}`,
    ...Object.entries(numbers).map(([what, spread]) => `${what.padEnd(30)}${formatSpread(spread)}`),
    `${"commands".padEnd(30)}${report.commandsPerMatch.toFixed(0)} a match, ${report.eventsPerCommand.toFixed(1)} events each, ${report.microsecondsPerCommand.toFixed(1)} microseconds each`,
    ...Object.entries(shares).flatMap(([what, share]) => formatSection(what, share)),
    ...formatSection("share of each seat in the wins", report.seats),
    ...formatSection("first places of each kind of bot, of the seats that it played", report.bots),
    ...(used.length === 0 ? [] : ["", "uses in a match, and first places of the seats that used it"]),
    ...used.map(
      ([thing, use]) => `  ${thing.padEnd(26)}${use.uses.toFixed(2).padStart(7)}  ${formatShare(use.first)}`,
    ),
  ];
  return lines.join("\n");
}

function formatSection(title: string, shares: { readonly [thing: string]: Share }): string[] {
  return [
    "",
    title,
    ...Object.entries(shares).map(([thing, share]) => `  ${thing.padEnd(20)} ${formatShare(share)}`),
  ];
}

const percent = (share: number): string => (100 * share).toFixed(1).padStart(5);

function formatShare({ share, from, to }: Share): string {
  return `${percent(share)} % (${percent(from).trim()}-${percent(to).trim()})`;
}

function formatSpread({ mean: average, p10, median, p90 }: Spread): string {
  return average === null
    ? "never"
    : `${average.toFixed(1)} on average; ${p10}, ${median}, ${p90} at 10, 50, 90 %`;
}

function computeSpread(values: readonly number[]): Spread {
  return {
    mean: mean(values),
    p10: quantile(values, 0.1),
    median: quantile(values, 0.5),
    p90: quantile(values, 0.9),
  };
}

function computeShares(counts: Counts): { readonly [thing: string]: Share } {
  const of = total(counts);
  return mapValues(counts, (times) => computeShare(times, of));
}

function mapValues<V, W>(
  values: { readonly [name: string]: V },
  change: (value: V, name: string) => W,
): { [name: string]: W } {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
}
