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
  readonly turns: Spread;
  readonly triggerTurn: Spread;
  readonly triggered: Share;
  readonly endings: { readonly [by: string]: Share };
  /** Of the wins by signs, what brought the last one. */
  readonly lastSigns: { readonly [event: string]: Share };
  /** Wins of each seat, of all matches that somebody won. */
  readonly seats: { readonly [seat: string]: Share };
  /** First places of each kind of bot, of its chairs. */
  readonly bots: { readonly [kind: string]: Share };
  /** What ticks found, of all ticks. */
  readonly ticks: { readonly [found: string]: Share };
  /** Offerings a match. */
  readonly offerings: { readonly [god: string]: number };
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
  const won = total(tally.wins);
  return {
    wish,
    matches,
    turns: spreadOf(tally.turns),
    triggerTurn: spreadOf(tally.triggers),
    triggered: shareOf(tally.triggers.length, matches),
    endings: sharesOf(tally.endings, matches),
    lastSigns: sharesOf(tally.lastSigns, total(tally.lastSigns)),
    seats: Object.fromEntries(seats.map((seat) => [seat, shareOf(tally.wins[seat] ?? 0, won)])),
    bots: Object.fromEntries(
      Object.entries(tally.chairs).map(([kind, chairs]) => [kind, shareOf(tally.firsts[kind] ?? 0, chairs)]),
    ),
    ticks: sharesOf(tally.ticks, total(tally.ticks)),
    offerings: Object.fromEntries(
      Object.entries(tally.offerings).map(([god, offered]) => [god, offered / matches]),
    ),
    uses: Object.fromEntries(
      Object.entries(tally.uses).map(([thing, uses]) => [
        thing,
        { uses: uses / matches, first: shareOf(tally.usersFirst[thing] ?? 0, tally.users[thing] ?? 0) },
      ]),
    ),
    commandsPerMatch: commands / matches,
    eventsPerCommand: tally.events / commands,
    microsecondsPerCommand: (1000 * tally.rulesTime) / commands,
  };
}

/** For people. */
export function reportText(report: Report): string {
  const { wish } = report;
  const lines = [
    `${report.matches} matches of ${wish.game}, ${wish.seats} seats, ${wish.bots.join(",")}`,
    "",
    `turns              ${spreadText(report.turns)}`,
    `triggered in turn  ${spreadText(report.triggerTurn)}; ${shareText(report.triggered)} of matches`,
    `offerings a match  ${Object.entries(report.offerings)
      .map(([god, offered]) => `${god} ${offered.toFixed(0)}`)
      .join(", ")}`,
    `commands a match   ${report.commandsPerMatch.toFixed(0)}, ${report.eventsPerCommand.toFixed(1)} events each, ${report.microsecondsPerCommand.toFixed(1)} microseconds each`,
    ...section("ended by", report.endings),
    ...section("the last sign came by", report.lastSigns),
    ...section("wins of each seat, of the matches won", report.seats),
    ...section("first places of each kind of bot, of its chairs", report.bots),
    ...section("ticks", report.ticks),
    "",
    "used in a match, and first places of those who used it",
    ...Object.entries(report.uses)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(
        ([thing, { uses, first }]) =>
          `  ${thing.padEnd(26)}${uses.toFixed(2).padStart(7)}  ${shareText(first)}`,
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
    : `${average.toFixed(0)} on the average; ${p10}, ${median}, ${p90} at 10, 50, 90 %`;
}

function spreadOf(values: readonly number[]): Spread {
  return {
    mean: mean(values),
    p10: quantile(values, 0.1),
    median: quantile(values, 0.5),
    p90: quantile(values, 0.9),
  };
}

function sharesOf(counts: Counts, of: number): { readonly [thing: string]: Share } {
  return Object.fromEntries(Object.entries(counts).map(([thing, times]) => [thing, shareOf(times, of)]));
}
