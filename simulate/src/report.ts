import { type Counts, total } from "./counts.ts";
import type { Wish } from "./options.ts";
import { mean, quantile, type Share, shareOf } from "./share.ts";
import type { Tally } from "./tally.ts";

/** How a card or a disc did. */
export interface Use {
  /** Times it was used (a Day card: drawn) in a match, on the average. */
  readonly uses: number;
  /** Of the seats that used it, those placed first. */
  readonly first: Share;
}

/** What a simulation found. */
export interface Report {
  readonly wish: Wish;
  readonly matches: number;
  /** Numbers of single matches, as their turns. */
  readonly numbers: { readonly [what: string]: Spread };
  /** What there was of several things, as endings, of all of them. */
  readonly shares: { readonly [what: string]: { readonly [thing: string]: Share } };
  /** Wins of each seat, of all matches that somebody won. */
  readonly seats: { readonly [seat: string]: Share };
  /** First places of each kind of bot, of its chairs. */
  readonly bots: { readonly [kind: string]: Share };
  readonly uses: { readonly [thing: string]: Use };
  readonly commandsPerMatch: number;
  readonly eventsPerCommand: number;
  /** In `decide` and `evolve`. */
  readonly microsecondsPerCommand: number;
}

export interface Spread {
  readonly mean: number | null;
  readonly p10: number | null;
  readonly median: number | null;
  readonly p90: number | null;
}

export function reportOf(wish: Wish, seats: readonly string[], tally: Tally): Report {
  const { matches, commands } = tally;
  return {
    wish,
    matches,
    numbers: mapped(tally.numbers, spreadOf),
    shares: mapped(tally.counts, sharesOf),
    seats: Object.fromEntries(seats.map((seat) => [seat, shareOf(tally.wins[seat] ?? 0, tally.won)])),
    bots: mapped(tally.chairs, (chairs, kind) => shareOf(tally.firsts[kind] ?? 0, chairs)),
    uses: mapped(tally.uses, (uses, thing) => ({
      uses: uses / matches,
      first: shareOf(tally.usersFirst[thing] ?? 0, tally.users[thing] ?? 0),
    })),
    commandsPerMatch: commands / matches,
    eventsPerCommand: tally.events / commands,
    microsecondsPerCommand: (1000 * tally.rulesTime) / commands,
  };
}

/** For people. */
export function reportText(report: Report): string {
  const { wish, matches, numbers, shares, uses } = report;
  const used = Object.entries(uses).toSorted(([a], [b]) => a.localeCompare(b));
  const lines = [
    `${matches} matches of ${wish.game}, ${wish.seats} seats, ${wish.bots.join(",")}`,
    "",
    ...Object.entries(numbers).map(([what, spread]) => `${what.padEnd(30)}${spreadText(spread)}`),
    `${"commands".padEnd(30)}${report.commandsPerMatch.toFixed(0)} a match, ${report.eventsPerCommand.toFixed(1)} events each, ${report.microsecondsPerCommand.toFixed(1)} microseconds each`,
    ...Object.entries(shares).flatMap(([what, share]) => section(what, share)),
    ...section("wins of each seat, of the matches won", report.seats),
    ...section("first places of each kind of bot, of its chairs", report.bots),
    ...(used.length === 0 ? [] : ["", "used in a match, and first places of those who used it"]),
    ...used.map(
      ([thing, use]) => `  ${thing.padEnd(26)}${use.uses.toFixed(2).padStart(7)}  ${shareText(use.first)}`,
    ),
  ];
  return lines.join("\n");
}

function section(title: string, shares: { readonly [thing: string]: Share }): string[] {
  return [
    "",
    title,
    ...Object.entries(shares).map(([thing, share]) => `  ${thing.padEnd(20)} ${shareText(share)}`),
  ];
}

const percent = (share: number): string => (100 * share).toFixed(1).padStart(5);

function shareText({ share, from, to }: Share): string {
  return `${percent(share)} % (${percent(from).trim()}-${percent(to).trim()})`;
}

function spreadText({ mean: average, p10, median, p90 }: Spread): string {
  return average === null
    ? "never"
    : `${average.toFixed(1)} on the average; ${p10}, ${median}, ${p90} at 10, 50, 90 %`;
}

function spreadOf(values: readonly number[]): Spread {
  return {
    mean: mean(values),
    p10: quantile(values, 0.1),
    median: quantile(values, 0.5),
    p90: quantile(values, 0.9),
  };
}

function sharesOf(counts: Counts): { readonly [thing: string]: Share } {
  const of = total(counts);
  return mapped(counts, (times) => shareOf(times, of));
}

function mapped<V, W>(
  values: { readonly [name: string]: V },
  change: (value: V, name: string) => W,
): { [name: string]: W } {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
}
