import type { SeatReservation } from "./protocol.ts";
import type { KeptSeat, SeatStore } from "./seats.ts";

/** The seats of one server that a store keeps. A store that fails loses seats, which is told on the console, no more. */
export class MySeats {
  readonly #server: string;
  readonly #store: SeatStore;
  /** By token: for those that the store does not keep. */
  readonly #renewals = new Map<string, string>();
  /** What is asked of the store, one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(server: string, store: SeatStore) {
    this.#server = server;
    this.#store = store;
  }

  async all(): Promise<readonly KeptSeat[]> {
    const kept = await this.#ask(() => this.#store.all());
    return (kept ?? []).filter(({ server }) => server === this.#server);
  }

  /** Keeps a seat that was taken; a spectator's chair is not kept. */
  keep(ticket: SeatTicket): void {
    const kept = this.#kept(ticket);
    if (kept !== null) void this.#ask(() => this.#store.keep(kept));
  }

  forget(ticket: SeatTicket): void {
    const kept = this.#kept(ticket);
    if (kept !== null) void this.#ask(() => this.#store.forget(kept));
  }

  /** Forgets the seat that was kept with this token. */
  async forgetToken(token: string | undefined): Promise<void> {
    for (const seat of await this.all()) if (seat.token === token) this.forget(seat);
  }

  /** The name under which a renewal of this token was asked for, and perhaps granted; `undefined`: none was. */
  async renewalOf(token: string): Promise<string | undefined> {
    return this.#renewals.get(token) ?? (await this.all()).find((seat) => seat.token === token)?.renew;
  }

  /** Remembers that a token is about to be renewed under this name. */
  async beginRenewal(token: string, renew: string): Promise<void> {
    this.#renewals.set(token, renew);
    for (const seat of await this.all()) {
      if (seat.token === token) await this.#ask(() => this.#store.keep({ ...seat, renew }));
    }
  }

  #kept({ match, code, game, seat, token }: SeatTicket): KeptSeat | null {
    return seat === null || token === null ? null : { server: this.#server, match, code, game, seat, token };
  }

  #ask<Answer>(deed: () => Promise<Answer>): Promise<Answer | undefined> {
    const asked = this.#last.then(deed).catch((error: unknown) => {
      console.error("the store of seats failed", error);
      return undefined;
    });
    this.#last = asked;
    return asked;
  }
}

type SeatTicket = Pick<SeatReservation, "match" | "code" | "game" | "seat" | "token">;
