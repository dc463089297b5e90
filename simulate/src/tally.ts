import { addCounts, type Counts, count } from "./statistics.ts";

/** What was counted in matches. Tallies can be added up, and sent between threads. */
export interface Tally {
  matches: number;
  commands: number;
  events: number;
  /** ms spent in `decide` and `evolve`. */
  rulesTime: number;
  /** One number per match, by name, e.g. `turns`. */
  numbers: { [what: string]: number[] };
  /** How often each of several things happened, by name, e.g. `ended by`. */
  counts: { [what: string]: Counts };
  /** Matches with a winner. */
  won: number;
  /** Wins of each seat. */
  wins: Counts;
  /** Seats that each kind of bot played. */
  seats: Counts;
  /** First places of each kind of bot, shared ones included. */
  firsts: Counts;
  /** How often each thing, e.g. a card, was used. */
  uses: Counts;
  /** The seats that used each thing in a match. */
  users: Counts;
  /** The seats among them that were placed first. */
  usersFirst: Counts;
}

/** Returns a tally of no matches. */
export function emptyTally(): Tally {
  return {
    matches: 0,
    commands: 0,
    events: 0,
    rulesTime: 0,
    numbers: {},
    counts: {},
    won: 0,
    wins: {},
    seats: {},
    firsts: {},
    uses: {},
    users: {},
    usersFirst: {},
  };
}

/** Adds everything of `from` to `to`. */
export function addTally(to: Tally, from: Tally): void {
  for (const key of ["matches", "commands", "events", "rulesTime", "won"] as const) to[key] += from[key];
  for (const key of ["wins", "seats", "firsts", "uses", "users", "usersFirst"] as const) {
    addCounts(to[key], from[key]);
  }
  for (const [what, numbers] of Object.entries(from.numbers)) (to.numbers[what] ??= []).push(...numbers);
  for (const [what, counts] of Object.entries(from.counts)) addCounts((to.counts[what] ??= {}), counts);
}

/** Records one match in a tally. */
export class MatchRecorder {
  readonly #tally: Tally;
  /** The things that each seat used. */
  readonly #used = new Map<string, Set<string>>();

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  /** Records a number of this match. */
  addNumber(what: string, value: number): void {
    (this.#tally.numbers[what] ??= []).push(value);
  }

  /** Counts that a thing happened. */
  count(what: string, thing: string): void {
    count((this.#tally.counts[what] ??= {}), thing);
  }

  /** Records that a seat used a thing. */
  addUse(seat: string, thing: string): void {
    count(this.#tally.uses, thing);
    const used = this.#used.get(seat);
    if (used) used.add(thing);
    else this.#used.set(seat, new Set([thing]));
  }

  /**
   * Records the match's result.
   * @param kinds the kind of bot in each seat
   */
  end(
    { by, winners, firsts }: { by: string; winners: readonly string[]; firsts: readonly string[] },
    kinds: ReadonlyMap<string, string>,
  ): void {
    const tally = this.#tally;
    tally.matches += 1;
    this.count("ended by", by);
    if (winners.length > 0) tally.won += 1;
    for (const seat of winners) count(tally.wins, seat);
    for (const [seat, kind] of kinds) {
      const first = Number(firsts.includes(seat));
      count(tally.seats, kind);
      count(tally.firsts, kind, first);
      for (const thing of this.#used.get(seat) ?? []) {
        count(tally.users, thing);
        count(tally.usersFirst, thing, first);
      }
    }
  }
}
