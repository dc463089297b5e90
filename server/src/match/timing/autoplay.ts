import type { Logger } from "pino";
import { playCommand } from "../play-command.ts";
import type { Match } from "../match.ts";
import type { Cancel, Time } from "../../time.ts";

/** ms before a move that failed is tried again, doubled each time. */
const RETRY = { first: 500, most: 30_000 };

export interface AutoplayOptions {
  readonly time: Time;
  /** ms before each move of a bot, so that people can follow. */
  readonly botDelay: number;
  readonly log: Logger;
}

/** Plays for bots, and for players whose time is over: one move at a time. */
export class Autoplay {
  readonly #match: Match;
  readonly #time: Time;
  readonly #botDelay: number;
  readonly #log: Logger;
  #cancel: Cancel = () => {};
  #busy = false;
  #retryDelay = RETRY.first;
  #stopped = false;

  constructor(match: Match, { time, botDelay, log }: AutoplayOptions) {
    this.#match = match;
    this.#time = time;
    this.#botDelay = botDelay;
    this.#log = log;
  }

  /** Schedules a move if one is needed. Call it after every change of the match. */
  schedule(): void {
    if (this.#stopped || this.#busy) return;
    const seat = this.#match.seatToPlayFor;
    if (seat === undefined) return;
    this.#busy = true;
    this.#scheduleIn(this.#match.clocks.isOver(seat, this.#time.now()) ? 0 : this.#botDelay);
  }

  stop(): void {
    this.#cancel();
    this.#stopped = true;
  }

  #scheduleIn(ms: number): void {
    if (!this.#stopped) this.#cancel = this.#time.after(ms, () => void this.#playNext());
  }

  async #playNext(): Promise<void> {
    try {
      const seat = this.#match.seatToPlayFor;
      const played = seat === undefined || (await this.#playFor(seat));
      this.#retryDelay = RETRY.first;
      this.#busy = false;
      if (played) this.schedule();
    } catch {
      this.#scheduleIn(this.#retryDelay);
      this.#retryDelay = Math.min(2 * this.#retryDelay, RETRY.most);
    }
  }

  /**
   * Plays for a seat. Rejects if the journal or the rules failed.
   * @returns `false`: the move was refused, and is not tried again before the next change
   */
  async #playFor(seat: string): Promise<boolean> {
    const by = this.#match.seats.botIn(seat) === null ? "clock" : "bot";
    try {
      const { refused: code } = await playCommand(by, () => this.#match.playFor(seat));
      if (code === undefined || code === "late") return true;
      this.#log.error({ by, seat, code }, "automatic move refused");
      return false;
    } catch (error) {
      this.#log.error({ err: error, by, seat }, "automatic move failed");
      throw error;
    }
  }
}
