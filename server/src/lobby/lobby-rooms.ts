import { LIMITS, type Reservation, ROOMS } from "@flower-war/protocol";
import type { LocalRooms } from "../cluster/local-rooms.ts";
import { type ListedRoom, listingOf, type MatchMaker } from "../cluster/match-maker.ts";
import { orUnavailable } from "../cluster/unavailable.ts";
import { Queue } from "../queue.ts";
import { refuse } from "../refusal.ts";
import { reserve } from "./reserve.ts";
import { LobbyRoom, type LobbyView } from "./room.ts";
import type { LobbyFilter, TableIndex } from "./table-index.ts";

/** The rooms in which clients of this process watch the list of matches: one for each filter and page. */
export class LobbyRooms {
  readonly #matchMaker: MatchMaker;
  readonly #rooms: LocalRooms;
  readonly #tables: TableIndex;
  readonly #creations = new Queue();

  constructor(matchMaker: MatchMaker, rooms: LocalRooms, tables: TableIndex) {
    this.#matchMaker = matchMaker;
    this.#rooms = rooms;
    this.#tables = tables;
  }

  /**
   * Reserves a place where this page is shown.
   * @param page from 1; one beyond the last is the last
   * @throws `RefusalError` with `unavailable` if too many others are watched
   */
  async reserve(filter: LobbyFilter, page: number): Promise<Reservation> {
    const view = { filter, page: this.#tables.list(filter, page).page };
    const room = await this.#creations.run(() => this.#open(view));
    return reserve(this.#matchMaker, room, {});
  }

  async #open(view: LobbyView): Promise<ListedRoom> {
    const lobbies = this.#rooms.ofType(LobbyRoom);
    const known = lobbies.find((room) => room.shows(view));
    if (known) return listingOf(known);
    // Who chose nothing always gets a list.
    const isPlain = view.page === 1 && Object.keys(view.filter).length === 0;
    if (lobbies.length >= LIMITS.lobbies && !isPlain) throw refuse("unavailable");
    return orUnavailable(this.#matchMaker.createRoom(ROOMS.lobby, view));
  }
}
