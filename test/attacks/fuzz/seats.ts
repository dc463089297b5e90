import type { Target } from "../processes/orders.ts";
import { pathOf, reserve } from "../processes/reserve.ts";

const GAMES = ["flower-war", "tieqchieq", "space-aztecs"] as const;

/** The matches at which a fuzzer sits: one for each connection at a time. */
export class Seats {
  readonly #seats = new Map<number, { readonly match: string; readonly token: string | null }>();
  #created = 0;

  /**
   * Reserves the place of a seat, or of a spectator; resolves with the path of its WebSocket, or with the status that refused it.
   * @param from the address for which it is asked
   */
  async reserve(target: Target, slot: number, asSeat: boolean, from: string): Promise<string | number> {
    const asProxy = { ...target, from: null };
    const seat = this.#seats.get(slot);
    if (seat !== undefined) {
      const body = asSeat ? { token: seat.token } : { spectate: true };
      const reserved = await reserve(asProxy, `/api/matches/${seat.match}/seats`, body, from);
      if (typeof reserved !== "number") return pathOf(reserved);
      // The match is over.
      this.#seats.delete(slot);
    }
    const game = GAMES[this.#created % GAMES.length];
    const bots = this.#created % 2;
    const openNonces = this.#created % 4 < 2;
    const body = { game, name: "Xoco", seats: 2, bots, openNonces, clock: { profile: "none" } };
    this.#created += 1;
    const created = await reserve(asProxy, "/api/matches", body, from);
    if (typeof created === "number") return created;
    if ("match" in created) this.#seats.set(slot, { match: created.match, token: created.token });
    return pathOf(created);
  }
}
