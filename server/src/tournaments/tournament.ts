import type { DatedFact, PairedTable, TournamentPlan } from "./facts.ts";
import { scoresOf, TABLE, WIN } from "./scores.ts";

/** How one player has met another. */
export interface Meeting {
  /** How often, also in matches that go on. */
  readonly times: number;
  /** Of the matches that are over: the part that the other is of their opponents there, and what of it they beat, in `TABLE`ths. */
  readonly weight: number;
  readonly beaten: number;
  /** What they won of it, in `WIN`ths. */
  readonly won: number;
}

/** Who takes part, or did. */
export interface Entrant {
  readonly player: string;
  readonly name: string;
  readonly isBot: boolean;
  /** How many registered before them. */
  readonly order: number;
  /** Whether they are paired. */
  readonly isIn: boolean;
  /** Since when they wait to be paired, ms since 1970. */
  readonly waitsSince: number;
  /** The match that they play now; `null`: none. */
  readonly match: string | null;
  /** The one that they were paired for last; `null`: none. */
  readonly last: string | null;
  readonly byes: number;
  readonly registrations: number;
  /** Why they are not paired, of those who are not: once the organiser removed them it stays so. */
  readonly left: "withdrew" | "absent" | "removed" | null;
  /** Whether they were ever paired, or had a bye. */
  readonly wasPaired: boolean;
  /** Points so far: those of their matches, and a win for each bye, in `WIN`ths of one. */
  readonly points: number;
  /** How often they were first alone. */
  readonly wins: number;
  /** The tables whose matches are over. */
  readonly tables: readonly Table[];
  /** By player. */
  readonly met: ReadonlyMap<string, Meeting>;
  /** How often they have sat in each seat, in turn order. */
  readonly seats: readonly number[];
}

/** A table of a tournament, over or not. */
export interface Table extends PairedTable {
  /** From 1; in an arena the number of the pairing. */
  readonly round: number;
  /** When it was paired, ms since 1970. */
  readonly at: number;
  /** Whether it was found out who did not come, and who that is. */
  readonly isAttended: boolean;
  readonly absent: readonly string[];
  /** As in the fact `result`; `null`: the match goes on. */
  readonly places: readonly (number | null)[] | null;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

type MutableEntrant = Mutable<Entrant> & {
  readonly tables: Table[];
  readonly met: Map<string, Mutable<Meeting>>;
  readonly seats: number[];
};

/** One tournament, folded from its facts. It has no clock, and draws nothing. */
export class Tournament {
  readonly id: string;
  readonly plan: TournamentPlan;
  readonly createdAt: number;
  readonly #entrants = new Map<string, MutableEntrant>();
  readonly #tables: Mutable<Table>[] = [];
  readonly #open = new Map<string, Mutable<Table>>();
  #n = 0;
  #lastAt = 0;
  #round = 0;
  #startedAt: number | null = null;
  #pausedAt: number | null = null;
  #ended: Extract<DatedFact, { type: "ended" }> | null = null;
  /** ms for which it was paused. */
  #pausedFor = 0;
  /** When the last match of a round was over, ms since 1970. */
  #quietSince = 0;

  /** @param facts all of them: the first is `created` */
  constructor(id: string, facts: readonly DatedFact[]) {
    const [created] = facts;
    if (created?.type !== "created" || !created.plan?.match || !created.plan.organiser)
      throw new Error(`tournament ${id} does not begin with its creation`);
    this.id = id;
    this.plan = created.plan;
    this.createdAt = created.at;
    for (const fact of facts) this.apply(fact);
  }

  /** Applies the next fact. */
  apply(fact: DatedFact): void {
    this.#n += 1;
    this.#lastAt = Math.max(this.#lastAt, fact.at);
    switch (fact.type) {
      case "created":
        return;
      case "registered":
        return this.#register(fact);
      case "withdrew":
        return this.#withdraw(fact.player, fact.by === undefined ? "withdrew" : "removed");
      case "started":
        this.#startedAt = this.#quietSince = fact.at;
        for (const entrant of this.#entrants.values()) entrant.waitsSince = fact.at;
        return;
      case "paired":
        return this.#pair(fact);
      case "no-show":
        return this.#noteNoShow(fact);
      case "result":
        return this.#close(fact);
      case "paused":
        this.#pausedAt = fact.at;
        return;
      case "resumed":
        this.#pausedFor += fact.at - (this.#pausedAt ?? fact.at);
        this.#pausedAt = null;
        return;
      case "ended":
        this.#ended = fact;
    }
  }

  /** The number of facts so far. */
  get n(): number {
    return this.#n;
  }

  /** The time by which facts are dated, ms since 1970: never before the last one. @param now what the clock says */
  now(now: number): number {
    return Math.max(this.#lastAt, now);
  }

  get status(): "gathering" | "running" | "paused" | "over" {
    if (this.#ended !== null) return "over";
    if (this.#startedAt === null) return "gathering";
    return this.#pausedAt === null ? "running" : "paused";
  }

  /** The number of the last round; 0: none was paired. */
  get round(): number {
    return this.#round;
  }

  get startedAt(): number | null {
    return this.#startedAt;
  }

  /** Since when it is paused, ms since 1970; `null`: it is not. */
  get pausedAt(): number | null {
    return this.#pausedAt;
  }

  /** When it ended, and by whom; `null`: it goes on. */
  get ended(): Extract<DatedFact, { type: "ended" }> | null {
    return this.#ended;
  }

  /** When an arena pairs no more, ms since 1970; `null`: it has rounds, or has not started. A pause puts it off. */
  get endsAt(): number | null {
    if (this.#startedAt === null || this.plan.duration === null) return null;
    return this.#startedAt + this.plan.duration + this.#pausedFor;
  }

  /** When all matches of the last round were over, ms since 1970. */
  get quietSince(): number {
    return this.#quietSince;
  }

  /** In the order in which they registered first. */
  get entrants(): readonly Entrant[] {
    return [...this.#entrants.values()];
  }

  /** In the order in which they were paired. */
  get tables(): readonly Table[] {
    return this.#tables;
  }

  /** Those whose matches go on. */
  get openTables(): readonly Table[] {
    return [...this.#open.values()];
  }

  find(player: string): Entrant | null {
    return this.#entrants.get(player) ?? null;
  }

  #register({ player, name, bot, at }: Extract<DatedFact, { type: "registered" }>): void {
    const known = this.#entrants.get(player);
    const again = { name, isBot: bot === true, isIn: true, left: null, waitsSince: at };
    if (known) {
      Object.assign(known, again, { registrations: known.registrations + 1 });
      return;
    }
    this.#entrants.set(player, {
      ...again,
      player,
      order: this.#entrants.size,
      match: null,
      last: null,
      byes: 0,
      registrations: 1,
      wasPaired: false,
      points: 0,
      wins: 0,
      tables: [],
      met: new Map(),
      seats: [],
    });
  }

  #withdraw(player: string, why: NonNullable<Entrant["left"]>): void {
    const entrant = this.#entrants.get(player);
    if (entrant) Object.assign(entrant, { isIn: false, left: entrant.left === "removed" ? "removed" : why });
  }

  #pair({ tables, byes, at }: Extract<DatedFact, { type: "paired" }>): void {
    this.#round += 1;
    this.#quietSince = at;
    for (const { match, players } of tables) {
      const table = { match, players, round: this.#round, at, isAttended: false, absent: [], places: null };
      this.#tables.push(table);
      this.#open.set(match, table);
      for (const [seat, player] of players.entries()) {
        const entrant = this.#entrants.get(player);
        if (!entrant) continue;
        Object.assign(entrant, { match, last: match, wasPaired: true });
        entrant.seats[seat] = (entrant.seats[seat] ?? 0) + 1;
        for (const other of players) if (other !== player) meetingOf(entrant, other).times += 1;
      }
    }
    for (const player of byes) {
      const entrant = this.#entrants.get(player);
      if (!entrant) continue;
      entrant.byes += 1;
      entrant.points += WIN;
      entrant.wasPaired = true;
    }
  }

  #noteNoShow({ match, players }: Extract<DatedFact, { type: "no-show" }>): void {
    const table = this.#open.get(match);
    if (table) Object.assign(table, { isAttended: true, absent: players });
    for (const player of players) this.#withdraw(player, "absent");
  }

  #close({ match, places, at }: Extract<DatedFact, { type: "result" }>): void {
    const table = this.#open.get(match);
    if (!table) return;
    table.places = places;
    this.#open.delete(match);
    this.#quietSince = at;
    for (const [player, { points, isWin, others }] of scoresOf(table.players, places)) {
      const entrant = this.#entrants.get(player);
      if (!entrant) continue;
      if (entrant.match === match) Object.assign(entrant, { match: null, waitsSince: at });
      entrant.points += points;
      entrant.wins += Number(isWin);
      entrant.tables.push(table);
      for (const { player: other, share } of others) {
        const meeting = meetingOf(entrant, other);
        meeting.weight += TABLE / others.length;
        meeting.beaten += (TABLE / others.length) * (share / WIN);
        meeting.won += share;
      }
    }
  }
}

function meetingOf({ met }: MutableEntrant, other: string): Mutable<Meeting> {
  const known = met.get(other);
  if (known) return known;
  const meeting = { times: 0, weight: 0, beaten: 0, won: 0 };
  met.set(other, meeting);
  return meeting;
}
