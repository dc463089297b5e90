import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { type Rate, sleep, TokenBucket } from "@flower-war/protocol/ports";
import { refuse } from "../refusal.ts";
import type { Time } from "../time.ts";

/** Admits spectators and watchers of the lobby one after the other, so that many at once do not delay players. */
export class ViewerPace {
  readonly #time: Time;
  readonly #places: TokenBucket;

  /** @param rate of all that come to this process */
  constructor(time: Time, rate: Rate) {
    this.#time = time;
    this.#places = new TokenBucket(time, rate);
  }

  /**
   * Resolves when it is the turn of another one.
   * @throws `RefusalError` with `too-many-reservations` and a wait if that would take too long
   */
  async takeTurn(): Promise<void> {
    const { most, wait } = SERVER_LIMITS.viewerTurns;
    if (this.#places.waitFor(1) > most) throw refuse("too-many-reservations", { wait });
    const delay = this.#places.charge(1);
    if (delay > 0) await sleep(this.#time, delay);
  }
}
