import type { Logger } from "pino";
import { Absences } from "./absences.ts";
import { Closing, type Patience } from "./closing.ts";
import type { Match } from "./match.ts";
import { NonceWait } from "./nonce-wait.ts";
import type { MatchServices } from "./services.ts";

/** What the waiting of a match asks of its room. */
export interface WaitingRoom {
  /** Whether no client is connected. */
  isEmpty(): boolean;
  /** Somebody was away for too long while others could have had the seat. */
  giveUpSeat(seat: string): void;
  /** Nobody needs the room any more. */
  close(): Promise<unknown>;
}

/** What a match waits for, and not for ever: nonces, players who are away, and anybody at all. */
export class Waits {
  readonly #match: Match;
  readonly #log: Logger;
  readonly #room: WaitingRoom;
  readonly #closing: Closing;
  readonly #absences: Absences;
  readonly #nonceWait: NonceWait;

  constructor(
    match: Match,
    { patience, absence, nonceWait }: Pick<MatchServices, "patience" | "absence" | "nonceWait">,
    log: Logger,
    room: WaitingRoom,
  ) {
    this.#match = match;
    this.#log = log;
    this.#room = room;
    this.#closing = new Closing(patience, () => void this.#close());
    this.#absences = new Absences(absence, (seat) => room.giveUpSeat(seat));
    this.#nonceWait = new NonceWait(nonceWait, () => void this.beginWithoutNonces());
  }

  /**
   * Something changed: perhaps there is something else to wait for.
   * @param since when that became so, ms since 1970
   */
  look(since?: number): void {
    const { state, seats, gathered } = this.#match;
    this.#closing.because(this.#reasonToClose(), since);
    this.#absences.are(state.status === "gathering" ? seats.away : []);
    this.#nonceWait.while(gathered);
  }

  stop(): void {
    this.#closing.stop();
    this.#absences.stop();
    this.#nonceWait.stop();
  }

  /** Begins the match if it is gathered, be it without the nonces that never came. */
  async beginWithoutNonces(): Promise<void> {
    try {
      await this.#match.beginWithoutThem();
      this.#log.info("begun without all nonces");
    } catch (error) {
      this.#log.error({ err: error }, "the match could not begin");
    }
  }

  #reasonToClose(): keyof Patience | null {
    const { over, seats, clocksRun } = this.#match;
    if (over) return seats.anyLocal ? "overAtTemple" : "over";
    return this.#room.isEmpty() && !seats.presentByTemple && !clocksRun ? "empty" : null;
  }

  /** A match that never began is given up with its room. */
  async #close(): Promise<void> {
    if (this.#match.state.status === "gathering") {
      await this.#match
        .giveUp()
        .catch((err: unknown) => this.#log.warn({ err }, "the match is not given up"));
    }
    await this.#room.close();
  }
}
