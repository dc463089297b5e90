import type { DatedFact, PairedTable, TournamentPlan } from "./facts.ts";

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
  readonly byes: number;
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

/** One tournament, folded from its facts. It has no clock, and draws nothing. */
export class Tournament {
  readonly id: string;
  readonly plan: TournamentPlan;
  readonly createdAt: number;
  readonly #entrants = new Map<string, Mutable<Entrant>>();
  readonly #tables = new Map<string, Mutable<Table>>();
  readonly #open = new Map<string, Mutable<Table>>();
  #n = 0;
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
    if (created?.type !== "created") throw new Error(`tournament ${id} does not begin with its creation`);
    this.id = id;
    this.plan = created.plan;
    this.createdAt = created.at;
    for (const fact of facts) this.apply(fact);
  }

  /** Applies the next fact. */
  apply(fact: DatedFact): void {
    this.#n += 1;
    switch (fact.type) {
      case "created":
        return;
      case "registered":
        return this.#register(fact);
      case "withdrew":
        return this.#withdraw(fact.player);
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
    return [...this.#tables.values()];
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
    this.#entrants.set(player, {
      player,
      name,
      isBot: bot === true,
      order: known?.order ?? this.#entrants.size,
      isIn: true,
      waitsSince: at,
      match: known?.match ?? null,
      byes: known?.byes ?? 0,
    });
  }

  #withdraw(player: string): void {
    const entrant = this.#entrants.get(player);
    if (entrant) entrant.isIn = false;
  }

  #pair({ tables, byes, at }: Extract<DatedFact, { type: "paired" }>): void {
    this.#round += 1;
    this.#quietSince = at;
    for (const { match, players } of tables) {
      const table = { match, players, round: this.#round, at, isAttended: false, absent: [], places: null };
      this.#tables.set(match, table);
      this.#open.set(match, table);
      for (const player of players) Object.assign(this.#entrants.get(player) ?? {}, { match });
    }
    for (const player of byes) {
      const entrant = this.#entrants.get(player);
      if (entrant) entrant.byes += 1;
    }
  }

  #noteNoShow({ match, players }: Extract<DatedFact, { type: "no-show" }>): void {
    const table = this.#tables.get(match);
    if (table) Object.assign(table, { isAttended: true, absent: players });
    for (const player of players) this.#withdraw(player);
  }

  #close({ match, places, at }: Extract<DatedFact, { type: "result" }>): void {
    const table = this.#tables.get(match);
    if (!table) return;
    table.places = places;
    this.#open.delete(match);
    this.#quietSince = at;
    for (const player of table.players) {
      const entrant = this.#entrants.get(player);
      if (entrant?.match === match) Object.assign(entrant, { match: null, waitsSince: at });
    }
  }
}
