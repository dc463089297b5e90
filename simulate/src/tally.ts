import { addCounts, type Counts, count } from "./counts.ts";

/** What came out of matches. All of it can be added up, and sent from thread to thread. */
export interface Tally {
  matches: number;
  commands: number;
  events: number;
  /** ms spent in `decide` and `evolve`. */
  rulesTime: number;
  /** Numbers of single matches, as their turns, by what they are. */
  numbers: { [what: string]: number[] };
  /** How often each of several things was, by what they are. */
  counts: { [what: string]: Counts };
  /** Matches that somebody won. */
  won: number;
  /** Wins of each seat. */
  wins: Counts;
  /** Chairs, and first places, shared ones too, of each kind of bot. */
  chairs: Counts;
  firsts: Counts;
  /** How often each thing, as a card, was used. */
  uses: Counts;
  /** The seats that used each of them in a match, and those of them that were placed first. */
  users: Counts;
  usersFirst: Counts;
}

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
    chairs: {},
    firsts: {},
    uses: {},
    users: {},
    usersFirst: {},
  };
}

/** Adds all of the second to the first. */
export function addTally(to: Tally, from: Tally): void {
  for (const key of ["matches", "commands", "events", "rulesTime", "won"] as const) to[key] += from[key];
  for (const key of ["wins", "chairs", "firsts", "uses", "users", "usersFirst"] as const) {
    addCounts(to[key], from[key]);
  }
  for (const [what, numbers] of Object.entries(from.numbers)) (to.numbers[what] ??= []).push(...numbers);
  for (const [what, counts] of Object.entries(from.counts)) addCounts((to.counts[what] ??= {}), counts);
}

/** Writes down one match. */
export class Scribe {
  readonly #tally: Tally;
  /** What each seat used. */
  readonly #used = new Map<string, Set<string>>();

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  /** A number of this match. */
  number(what: string, value: number): void {
    (this.#tally.numbers[what] ??= []).push(value);
  }

  /** One more of these things. */
  count(what: string, thing: string): void {
    count((this.#tally.counts[what] ??= {}), thing);
  }

  /** A seat used something. */
  use(seat: string, thing: string): void {
    count(this.#tally.uses, thing);
    const used = this.#used.get(seat);
    if (used) used.add(thing);
    else this.#used.set(seat, new Set([thing]));
  }

  /**
   * The match is over.
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
      count(tally.chairs, kind);
      count(tally.firsts, kind, first);
      for (const thing of this.#used.get(seat) ?? []) {
        count(tally.users, thing);
        count(tally.usersFirst, thing, first);
      }
    }
  }
}
