import type { Logger } from "pino";
import { Bots } from "./bots.ts";
import type { Match } from "./match.ts";
import { played } from "./played.ts";
import type { MatchServices } from "./services.ts";
import { Timekeeper } from "./timekeeper.ts";

/** A server whose timer rings so many ms late stood still itself, and gives its players so many more to come back. */
const STANDSTILL = { late: 2000, grace: 5000 };

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
    this.#timekeeper = new Timekeeper(time, { warn, expired: (late) => this.#expired(late) });
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

  /** Somebody's time is over: he is played for, unless it was the server that stood still. */
  #expired(late: number): void {
    if (late < STANDSTILL.late) return this.#bots.wake();
    this.#match.giveTimeBack(late + STANDSTILL.grace).catch((err: unknown) => {
      this.#log.error({ err }, "time is not given back");
      this.#bots.wake();
    });
  }
}
