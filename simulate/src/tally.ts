import type { Event, Outcome, State } from "@flower-war/rules/flower-war";
import { addCounts, type Counts, count } from "./counts.ts";

/** What came out of matches. All of it can be added up, and sent from thread to thread. */
export interface Tally {
  matches: number;
  commands: number;
  events: number;
  /** ms spent in `decide` and `evolve`. */
  rulesTime: number;
  /** The turns of each match. */
  turns: number[];
  /** The turn in which each apocalypse was triggered. */
  triggers: number[];
  /** How the matches ended. */
  endings: Counts;
  /** What brought the third sign, by the type of its event. */
  lastSigns: Counts;
  /** Wins of each seat. */
  wins: Counts;
  /** Chairs, and first places, shared ones too, of each kind of bot. */
  chairs: Counts;
  firsts: Counts;
  /** What each tick of the apocalypse found. */
  ticks: Counts;
  /** Offerings counted for each god. */
  offerings: Counts;
  /** How often each card was played, drawn (Day cards, by their sign), or disc gained; keyed `"card:<id>"`, `"day:<sign>"`, `"disc:<id>"`. */
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
    turns: [],
    triggers: [],
    endings: {},
    lastSigns: {},
    wins: {},
    chairs: {},
    firsts: {},
    ticks: {},
    offerings: {},
    uses: {},
    users: {},
    usersFirst: {},
  };
}

/** Adds all of the second to the first. */
export function addTally(to: Tally, from: Tally): void {
  for (const key of ["matches", "commands", "events", "rulesTime"] as const) to[key] += from[key];
  for (const key of ["turns", "triggers"] as const) to[key].push(...from[key]);
  for (const key of COUNTED) addCounts(to[key], from[key]);
}

const COUNTED = [
  "endings",
  "lastSigns",
  "wins",
  "chairs",
  "firsts",
  "ticks",
  "offerings",
  "uses",
  "users",
  "usersFirst",
] as const;

/** Writes down one match, event by event. */
export class Scribe {
  readonly #tally: Tally;
  /** What each seat used. */
  readonly #used = new Map<string, Set<string>>();
  #before: Event["type"] | null = null;

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  /** @param state with the event folded in */
  event(event: Event, state: State): void {
    const tally = this.#tally;
    tally.events += 1;
    switch (event.type) {
      case "card-played":
      case "battle-card-played":
        this.#use(event.seat, `card:${event.card}`);
        break;
      case "day-card-drawn":
        this.#use(event.seat, `day:${event.card.split("-")[1]}`);
        break;
      case "disc-earned":
      case "copy-received":
        this.#use(event.seat, `disc:${event.disc}`);
        break;
      case "apocalypse-triggered":
        tally.triggers.push(state.table.turn.number);
        break;
      case "ticked":
        count(tally.ticks, event.ruling);
        break;
      case "forestalled":
        count(tally.ticks, event.type);
        break;
      case "ended":
        if (event.outcome.by === "signs") count(tally.lastSigns, this.#before ?? "");
        break;
      default:
    }
    this.#before = event.type;
  }

  /** @param kinds the kind of bot in each seat */
  end({ table }: State, outcome: Outcome, kinds: ReadonlyMap<string, string>): void {
    const tally = this.#tally;
    tally.matches += 1;
    tally.turns.push(table.turn.number);
    count(tally.endings, outcome.by);
    if (outcome.winner !== null) count(tally.wins, outcome.winner);
    addCounts(tally.offerings, table.offerings);
    const firsts = new Set(outcome.standings.filter(({ place }) => place === 1).map(({ seat }) => seat));
    for (const seat of table.seats) {
      const first = Number(firsts.has(seat));
      const kind = kinds.get(seat) ?? "";
      count(tally.chairs, kind);
      count(tally.firsts, kind, first);
      for (const thing of this.#used.get(seat) ?? []) {
        count(tally.users, thing);
        count(tally.usersFirst, thing, first);
      }
    }
  }

  #use(seat: string, thing: string): void {
    count(this.#tally.uses, thing);
    const used = this.#used.get(seat);
    if (used) used.add(thing);
    else this.#used.set(seat, new Set([thing]));
  }
}
