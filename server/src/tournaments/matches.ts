import { isAgreed, placesOf } from "@flower-war/rules";
import type { MatchRooms } from "../lobby/match-rooms.ts";
import { Semaphore } from "../queue.ts";
import { RefusalError, valueOf } from "../refusal.ts";
import type { Journal, StoredResult } from "../storage/journal/journal.ts";
import type { Table, Tournament } from "./tournament.ts";

/** Matches that are created at a time: the tables that are played on come first. */
const CREATED_AT_ONCE = 4;

interface MatchesPorts {
  readonly rooms: Pick<MatchRooms, "createSeated" | "request">;
  readonly journal: Pick<Journal, "findHeads" | "findResult">;
  /** Returns the seats of a game for so many players, in turn order. */
  readonly seatsOf: (game: string, players: number) => readonly string[];
}

/** What has become of a table: its match does not exist, goes on, or is over, with the places of its players by their ids. */
export type TableState =
  | { readonly is: "missing" | "open" }
  | { readonly is: "over"; readonly places: ReadonlyMap<string, number> };

/** The matches of tournaments: how they are created, whether their players come, and how they end. */
export class TournamentMatches {
  readonly #ports: MatchesPorts;
  readonly #creations = new Semaphore(CREATED_AT_ONCE);

  constructor(ports: MatchesPorts) {
    this.#ports = ports;
  }

  /** Returns the seats of a table, in turn order. */
  seatsOf({ plan }: Tournament, { players }: Pick<Table, "players">): readonly string[] {
    return this.#ports.seatsOf(plan.match.game, players.length);
  }

  /** Finds out what has become of tables, in the order in which they are given. */
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
        return { is: "over", places: this.#placesIn(tournament, table, stored) };
      }),
    );
  }

  /** Creates the match of a table, unless it exists. @throws `RefusalError` with `server-full`, or as `MatchRooms.createSeated` */
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
      host: plan.organiser.name,
      start: "full",
      title: plan.name,
      tournament: id,
    } as const;
    return this.#creations.run(() => this.#ports.rooms.createSeated(settings, people));
  }

  /** Ends the wait for the players of a table. Returns who has not come, by their ids; none if the match is over. */
  async endNoShows(
    tournament: Tournament,
    table: Table,
  ): Promise<{ readonly absent: readonly string[]; readonly hasBegun: boolean }> {
    const seats = this.seatsOf(tournament, table);
    try {
      const { answer } = await this.#ports.rooms.request(table.match, (call) => call("endNoShows"));
      const { absent, hasBegun } = valueOf(answer);
      return { absent: table.players.filter((_, i) => absent.includes(seats[i] ?? "")), hasBegun };
    } catch (error) {
      const isOver = error instanceof RefusalError && OVER.includes(error.body.code);
      if (!isOver) throw error;
      return { absent: [], hasBegun: true };
    }
  }

  /** Returns places by players' ids. One whose seat another has by now, and who did not come, has none. */
  #placesIn(tournament: Tournament, table: Table, stored: StoredResult | null): ReadonlyMap<string, number> {
    if (stored === null) return new Map();
    const { outcome, seats } = stored.result;
    if (isAgreed(outcome) && outcome.by === "abort") return new Map();
    const places = placesOf(
      outcome,
      seats.map(({ seat }) => seat),
    );
    const ofTable = this.seatsOf(tournament, table);
    return new Map(
      table.players.flatMap((player, i) => {
        const seat = seats.find((each) => each.seat === ofTable[i]);
        const place = seat?.player === player ? places?.get(seat.seat)?.place : undefined;
        return place === undefined || table.absent.includes(player) ? [] : [[player, place]];
      }),
    );
  }
}

/** Refusals by which a match's room says that it is over. */
const OVER: readonly string[] = ["match-ended", "unknown-match", "match-damaged", "match-over"];
