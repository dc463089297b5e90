import type { Logger } from "pino";
import { Bots } from "./bots.ts";
import type { Match } from "./match.ts";
import { played } from "./played.ts";
import type { MatchServices } from "./services.ts";
import { Timekeeper } from "./timekeeper.ts";

/** Keeps a match going by itself: bots move, and players whose time is over are played for. */
export class Pace {
  readonly #match: Match;
  readonly #log: Logger;
  readonly #bots: Bots;
  readonly #timekeeper: Timekeeper;

  /** @param warn called when a seat's time is almost over; `deadline`: ms since 1970 */
  constructor(
    match: Match,
    { time, botDelay }: Pick<MatchServices, "time" | "botDelay">,
    log: Logger,
    warn: (seat: string, deadline: number) => void,
  ) {
    this.#match = match;
    this.#log = log;
    this.#bots = new Bots(
      (seat) => (match.clocks.isOver(seat, time.now()) ? 0 : botDelay),
      () => match.awaitsMove,
      (seat) => this.#move(seat),
    );
    this.#timekeeper = new Timekeeper(time, { warn, expired: () => this.#bots.wake() });
  }

  /** Something changed: perhaps somebody has to be moved for now, or another's time is counted. */
  go(): void {
    this.#bots.wake();
    this.#timekeeper.watch(this.#match.clocksRun ? this.#match.clocks.now : null);
  }

  stop(): void {
    this.#bots.stop();
    this.#timekeeper.stop();
  }

  /** As `Bots` asks for it: rejects if the journal failed, or the rules did. */
  async #move(seat: string): Promise<boolean> {
    const by = this.#match.seats.botIn(seat) === null ? "clock" : "bot";
    try {
      const { refused: code } = await played(by, () => this.#match.move(seat));
      if (code === undefined || code === "late") return true;
      this.#log.error({ by, seat, code }, "a move for a seat was refused");
      return false;
    } catch (error) {
      this.#log.error({ err: error, by, seat }, "a move for a seat failed");
      throw error;
    }
  }
}
