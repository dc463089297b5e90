import { isAgreed, placesOf } from "@flower-war/rules";
import type { MatchRooms } from "../lobby/match-rooms.ts";
import { Semaphore } from "../queue.ts";
import { RefusalError, valueOf } from "../refusal.ts";
import type { Journal, StoredResult } from "../storage/journal/journal.ts";
import { noShowsIn } from "../storage/journal/no-shows.ts";
import type { Table, Tournament } from "./tournament.ts";

/** Matches that are created at a time, and rooms that are opened or asked: the tables that are played on come first. */
const AT_ONCE = { created: 4, asked: 8 };

interface MatchesPorts {
  readonly rooms: Pick<MatchRooms, "createSeated" | "request" | "find">;
  readonly journal: Pick<Journal, "findHeads" | "findResult" | "read">;
  /** Returns the seats of a game for so many players, in turn order. */
  readonly seatsOf: (game: string, players: number) => readonly string[];
}

/** What has become of a table: its match does not exist, goes on, or is over, with the places of its players and who did not come, by their ids. */
export type TableState =
  | { readonly is: "missing" | "open" }
  | { readonly is: "over"; readonly places: ReadonlyMap<string, number>; readonly absent: readonly string[] };

const WITHOUT_RESULT: TableState = { is: "over", places: new Map(), absent: [] };

/** The matches of tournaments: how they are created, whether their players come, and how they end. */
export class TournamentMatches {
  readonly #ports: MatchesPorts;
  readonly #creations = new Semaphore(AT_ONCE.created);
  readonly #calls = new Semaphore(AT_ONCE.asked);
  readonly #createdAt = new WeakMap<Table, number>();

  constructor(ports: MatchesPorts) {
    this.#ports = ports;
  }

  /** Returns the seats of a table, in turn order. */
  #seatsOf({ plan }: Tournament, { players }: Table): readonly string[] {
    return this.#ports.seatsOf(plan.match.game, players.length);
  }

  /** Finds out what has become of tables, in the order in which they are given. Rejects while the journal cannot be read. */
  async look(tournament: Tournament, tables: readonly Table[]): Promise<readonly TableState[]> {
    if (tables.length === 0) return [];
    const heads = await this.#ports.journal.findHeads(tables.map(({ match }) => match));
    const over = new Map(heads.map(({ match, over: isOver }) => [match, isOver]));
    return Promise.all(
      tables.map(async (table): Promise<TableState> => {
        const isOver = over.get(table.match);
        if (isOver === false) return { is: "open" };
        const stored = await this.#ports.journal.findResult(table.match);
        if (isOver === undefined && stored === null) return { is: "missing" };
        return this.#endOf(tournament, table, stored).catch(orWithoutResult);
      }),
    );
  }

  /** Creates the match of a table, unless it exists. @throws `RefusalError` with `server-full`, `match-damaged`, or as `MatchRooms.createSeated` */
  create(tournament: Tournament, { match, players }: Table): Promise<void> {
    const { plan, id } = tournament;
    const people = players.map((player) => {
      const entrant = tournament.find(player);
      return { name: entrant?.name ?? "", player, ...(entrant?.isBot && { isBot: true }) };
    });
    const settings = {
      ...plan.match,
      match,
      seats: players.length,
      private: false,
      // None hosts it. Its organiser, who may be deleted later, is named by the tournament alone.
      host: "",
      start: "full",
      title: plan.name,
      tournament: id,
    } as const;
    return this.#creations.run(() => this.#ports.rooms.createSeated(settings, people));
  }

  /** Opens the room of a match that has none, since its server died before the match began. @throws `RefusalError` as `MatchRooms.find` */
  async open({ match }: Table): Promise<void> {
    await this.#calls.run(() => this.#ports.rooms.find(match));
  }

  /** Returns when a match was created, ms since 1970; `null`: it does not exist. @throws `RefusalError` with `match-damaged` or `unavailable` */
  async createdAt(table: Table): Promise<number | null> {
    const known = this.#createdAt.get(table);
    if (known !== undefined) return known;
    const at = (await this.#ports.journal.read(table.match))?.facts[0]?.at ?? null;
    if (at !== null) this.#createdAt.set(table, at);
    return at;
  }

  /**
   * Ends the wait for the players of a table. Returns who has not come, by their ids; `null`: the match is over, and `look` says who that was.
   * @throws `RefusalError` as `MatchRooms.find`
   */
  async endNoShows(tournament: Tournament, table: Table): Promise<readonly string[] | null> {
    const { answer } = await this.#calls.run(() =>
      this.#ports.rooms.request(table.match, (call) => call("endNoShows")),
    );
    const { absent, hasBegun } = valueOf(answer);
    return hasBegun ? this.#playersIn(tournament, table, absent) : null;
  }

  /** Returns the players of seats. */
  #playersIn(tournament: Tournament, table: Table, seats: readonly string[]): readonly string[] {
    const all = this.#seatsOf(tournament, table);
    return table.players.filter((_, i) => seats.includes(all[i] ?? ""));
  }

  /** Returns how a match ended. @param stored `null`: it was closed, without a result */
  async #endOf(tournament: Tournament, table: Table, stored: StoredResult | null): Promise<TableState> {
    const { facts = [] } = table.isAttended ? {} : ((await this.#ports.journal.read(table.match)) ?? {});
    const absent = this.#playersIn(tournament, table, noShowsIn(facts));
    if (stored !== null) return { is: "over", places: this.#placesIn(tournament, table, stored), absent };
    // Those who came win over those who did not.
    const came = absent.length > 0 ? table.players.filter((player) => !absent.includes(player)) : [];
    return { is: "over", places: new Map(came.map((player) => [player, 1])), absent };
  }

  /** Returns places by players' ids. One whose seat another has by now has none. */
  #placesIn(tournament: Tournament, table: Table, { result }: StoredResult): ReadonlyMap<string, number> {
    const { outcome, seats } = result;
    if (isAgreed(outcome) && outcome.by === "abort") return new Map();
    const places = placesOf(
      outcome,
      seats.map(({ seat }) => seat),
    );
    const ofTable = this.#seatsOf(tournament, table);
    return new Map(
      table.players.flatMap((player, i) => {
        const seat = seats.find((each) => each.seat === ofTable[i]);
        const place = seat?.player === player ? places?.get(seat.seat)?.place : undefined;
        return place === undefined ? [] : [[player, place]];
      }),
    );
  }
}

/** Whether a match cannot be read any more. */
export function isDamaged(error: unknown): boolean {
  return error instanceof RefusalError && error.body.code === "match-damaged";
}

/** A damaged match ends without a result: its tournament goes on. */
function orWithoutResult(error: unknown): TableState {
  if (isDamaged(error)) return WITHOUT_RESULT;
  throw error;
}
