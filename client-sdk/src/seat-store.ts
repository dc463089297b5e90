import type { GameName, SeatReservation } from "@flower-war/protocol";
import type { WebStorage } from "./web-storage.ts";

/** A seat that a player took, as it is stored. Secret: the token gives control of the seat. */
export interface StoredSeat {
  /** The server's address, without a trailing slash. */
  readonly server: string;
  /** The match's id. */
  readonly match: string;
  /** The match's short code. */
  readonly code: string;
  /** The match's invitation, if it has one. */
  readonly invitation?: string;
  readonly game: GameName;
  readonly seat: string;
  readonly token: string;
  /** While the answer to `host.renew` is outstanding: the value that identifies this renewal to the server. */
  readonly renew?: string;
}

/** Stores seats, so that `host.resume()` finds them after a page was reloaded or a program was restarted. */
export interface SeatStore {
  /** Returns every stored seat, of all servers. */
  list(): Promise<readonly StoredSeat[]>;
  /** Stores a seat; replaces the one of the same server, match and seat. */
  save(seat: StoredSeat): Promise<void>;
  /** Deletes a seat; does nothing if it is not stored. */
  delete(seat: StoredSeat): Promise<void>;
}

/** Returns a store that lasts as long as the program runs. */
export function memoryStore(): SeatStore {
  const seats = new Map<string, StoredSeat>();
  return {
    list: async () => [...seats.values()],
    save: async (seat) => void seats.set(keyOf(seat), seat),
    delete: async (seat) => void seats.delete(keyOf(seat)),
  };
}

const PREFIX = "flower-war/seat/";

/**
 * Returns a store in a browser.
 * @param storage `localStorage`: seats outlive the browser and are shared by all tabs; `sessionStorage`: they last as long
 *   as the tab
 */
export function webStore(storage: WebStorage): SeatStore {
  return {
    list: async () => {
      const keys = Array.from(storage, (_, i) => storage.key(i) ?? "");
      return keys
        .filter((key) => key.startsWith(PREFIX))
        .flatMap((key) => parseSeat(storage.getItem(key) ?? "") ?? []);
    },
    save: async (seat) => storage.setItem(PREFIX + keyOf(seat), JSON.stringify(seat)),
    delete: async (seat) => storage.removeItem(PREFIX + keyOf(seat)),
  };
}

/** Returns a store in `localStorage` where that is available, else in memory. */
export function defaultStore(): SeatStore {
  try {
    if (typeof document !== "undefined") return webStore(localStorage);
  } catch {
    // Browsers that are set to store nothing throw here.
  }
  return memoryStore();
}

/** Returns the key of a seat: unique, and fit for a storage key or, encoded, for a file name. */
export function keyOf({ server, match, seat }: StoredSeat): string {
  return [server, match, seat].map(encodeURIComponent).join("/");
}

/** Parses a seat stored as JSON; `null` if it is not one. */
export function parseSeat(json: string): StoredSeat | null {
  try {
    const value: { readonly [K in keyof StoredSeat]?: unknown } | null = JSON.parse(json);
    const { server, match, code, invitation, game, seat, token, renew } = value ?? {};
    const fields = [server, match, code, game, seat, token];
    if (!fields.every((field) => typeof field === "string")) return null;
    const stored = { server, match, code, game, seat, token } as StoredSeat;
    return {
      ...stored,
      ...(typeof invitation === "string" && { invitation }),
      ...(typeof renew === "string" && { renew }),
    };
  } catch {
    return null;
  }
}

type ReservedSeat = Pick<SeatReservation, "match" | "code" | "game" | "seat" | "token"> &
  Partial<Pick<SeatReservation, "invitation">>;

/**
 * The stored seats of one server. Calls to the store run one at a time. If one fails, the error is reported on the console
 * and the seat may be lost; matches go on.
 */
export class StoredSeats {
  readonly #server: string;
  readonly #store: SeatStore;
  /** Renewals in progress by token, also of seats that the store does not have. */
  readonly #renewals = new Map<string, string>();
  /** The store's latest call. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(server: string, store: SeatStore) {
    this.#server = server;
    this.#store = store;
  }

  async list(): Promise<readonly StoredSeat[]> {
    const seats = await this.#enqueue(() => this.#store.list());
    return (seats ?? []).filter(({ server }) => server === this.#server);
  }

  /** Stores a reserved seat; does nothing for a spectator. */
  save(reserved: ReservedSeat): void {
    const seat = this.#storedSeat(reserved);
    if (seat !== null) void this.#enqueue(() => this.#store.save(seat));
  }

  delete(reserved: ReservedSeat): void {
    const seat = this.#storedSeat(reserved);
    if (seat !== null) void this.#enqueue(() => this.#store.delete(seat));
  }

  async deleteByToken(token: string | undefined): Promise<void> {
    for (const seat of await this.list()) if (seat.token === token) this.delete(seat);
  }

  /** Returns the value under which a renewal of this token was requested; `undefined` if none was. */
  async renewalOf(token: string): Promise<string | undefined> {
    return this.#renewals.get(token) ?? (await this.list()).find((seat) => seat.token === token)?.renew;
  }

  /** Records that a renewal of this token is about to be requested under this value. */
  async beginRenewal(token: string, renew: string): Promise<void> {
    this.#renewals.set(token, renew);
    for (const seat of await this.list()) {
      if (seat.token === token) await this.#enqueue(() => this.#store.save({ ...seat, renew }));
    }
  }

  #storedSeat({ match, code, invitation, game, seat, token }: ReservedSeat): StoredSeat | null {
    if (seat === null || token === null) return null;
    return { server: this.#server, match, code, ...(invitation && { invitation }), game, seat, token };
  }

  #enqueue<Result>(call: () => Promise<Result>): Promise<Result | undefined> {
    const result = this.#last.then(call).catch((error: unknown) => {
      console.error("seat store failed", error);
      return undefined;
    });
    this.#last = result;
    return result;
  }
}
