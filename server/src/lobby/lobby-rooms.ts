import { LIMITS, type Reservation, ROOMS, type TablePage } from "@flower-war/protocol";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { networkOf } from "@flower-war/protocol/sockets";
import type { LocalRooms } from "../cluster/local-rooms.ts";
import { type ListedRoom, listingOf, type MatchMaker } from "../cluster/match-maker.ts";
import { orUnavailable } from "../cluster/unavailable.ts";
import { Queue } from "../queue.ts";
import { refuse } from "../refusal.ts";
import type { Cancel } from "../time.ts";
import { reserve } from "./reserve.ts";
import { LobbyRoom, type LobbyView } from "./room.ts";
import type { LobbyFilter, TableIndex } from "./table-index.ts";
import type { ViewerPace } from "./viewer-pace.ts";
import type { WaitingSeats } from "./waiting-seats.ts";

interface LobbyRoomsPorts {
  readonly matchMaker: MatchMaker;
  readonly rooms: LocalRooms;
  readonly tables: TableIndex;
  readonly waitingSeats: WaitingSeats;
  readonly viewerPace: ViewerPace;
  /** Clients that watch the list of matches of this process, in all and from one address. */
  readonly watchersAtOnce: number;
  readonly viewersPerAddress: number;
}

/** The rooms in which clients of this process watch the list of matches: one for each filter and page. */
export class LobbyRooms {
  readonly #ports: LobbyRoomsPorts;
  readonly #creations = new Queue();
  /** The addresses of those who read the list as a stream, one for each. */
  readonly #streams = new Map<object, string>();

  constructor(ports: LobbyRoomsPorts) {
    this.#ports = ports;
  }

  /**
   * Reserves a place where this page is shown.
   * @param page from 1; one beyond the last is the last
   * @throws `RefusalError` with `too-many-watchers` and a wait if too many watch, or too many others are watched, or
   *   `too-many-reservations`
   */
  async reserve(filter: LobbyFilter, page: number, address: string): Promise<Reservation> {
    this.#ports.waitingSeats.require(address);
    this.#requireFewWatchers(address);
    await this.#ports.viewerPace.takeTurn();
    const view = { filter, page: this.#ports.tables.list(filter, page).page };
    const room = await this.#creations.run(() => this.#open(view));
    return reserve(this.#ports.matchMaker, room, { address });
  }

  /**
   * Calls `show` with a page now, and after changes, at most once in `LIMITS.lobbyInterval`. Returns the function that ends it.
   * @param page from 1; one beyond the last is the last
   * @throws `RefusalError` with `too-many-watchers` or `too-many-reservations` and a wait, as `reserve`
   */
  async watch(
    filter: LobbyFilter,
    page: number,
    address: string,
    show: (page: TablePage) => void,
  ): Promise<Cancel> {
    this.#requireFewWatchers(address);
    const stream = {};
    this.#streams.set(stream, address);
    try {
      await this.#ports.viewerPace.takeTurn();
    } catch (error) {
      this.#streams.delete(stream);
      throw error;
    }
    const tell = () => show(this.#ports.tables.list(filter, page));
    tell();
    const stop = this.#ports.tables.watch(tell);
    return () => {
      stop();
      this.#streams.delete(stream);
    };
  }

  async #open(view: LobbyView): Promise<ListedRoom> {
    const lobbies = this.#ports.rooms.ofType(LobbyRoom);
    const known = lobbies.find((room) => room.shows(view));
    if (known) return listingOf(known);
    // A client that chose no filter always gets a list.
    const isPlain = view.page === 1 && Object.keys(view.filter).length === 0;
    if (lobbies.length >= LIMITS.lobbies && !isPlain) throw tooManyWatchers();
    return orUnavailable(this.#ports.matchMaker.createRoom(ROOMS.lobby, view));
  }

  #requireFewWatchers(address: string): void {
    const { watchersAtOnce, viewersPerAddress } = this.#ports;
    const network = networkOf(address);
    const inRooms = this.#ports.rooms.ofType(LobbyRoom).flatMap((room) => room.addresses);
    const addresses = [...inRooms, ...this.#streams.values()];
    if (addresses.length >= watchersAtOnce) throw tooManyWatchers();
    if (addresses.length < viewersPerAddress) return;
    if (addresses.filter((other) => networkOf(other) === network).length >= viewersPerAddress)
      throw tooManyWatchers();
  }
}

const tooManyWatchers = () => refuse("too-many-watchers", { wait: SERVER_LIMITS.watchers.wait });
