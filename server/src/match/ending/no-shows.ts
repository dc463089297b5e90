import { CLOSE } from "@flower-war/protocol";
import { RefusalError, type Result, resultOf } from "../../refusal.ts";
import { noShowCommandId } from "../../storage/journal/no-shows.ts";
import type { LiveCore } from "../live-core.ts";

/** Who of a tournament's match did not come, and whether it has begun. It passes between processes, so that it is JSON. */
export interface Attendance {
  readonly absent: readonly string[];
  readonly hasBegun: boolean;
}

/** Refusals after which it is asked again. */
const AGAIN: readonly string[] = ["unavailable", "draining"];

/** Ends the wait for the players of a tournament's match who have not come. */
export class NoShows {
  readonly #core: LiveCore;

  constructor(core: LiveCore) {
    this.#core = core;
  }

  /**
   * Concedes for the players who have not come: who are not there, gave no nonce before the match began and no command since. A match that
   * has not begun is ended, without a result: its players who are not there now have not come. Who that was is in the match's facts. Asked again it
   * changes nothing.
   */
  endNoShows(): Promise<Result<Attendance>> {
    return resultOf(async () => {
      const { match } = this.#core;
      if (!match.hasBegun) {
        try {
          return await this.#end();
        } catch (error) {
          if (!(error instanceof RefusalError) || error.body.code !== "match-begun") throw error;
        }
      }
      const absent = this.#absent;
      for (const seat of absent) {
        try {
          await match.submit("clock", { id: noShowCommandId(seat), seat, command: { type: "concede" } });
        } catch (error) {
          if (!(error instanceof RefusalError) || AGAIN.includes(error.body.code)) throw error;
          // In a game without conceding its clock, and then the game's fallback, plays for who is away.
        }
        if (match.isOver) break;
      }
      return { absent, hasBegun: true };
    });
  }

  get #absent(): readonly string[] {
    const { begun, seats, playing } = this.#core.match;
    const isStandIn = (seat: string) => {
      const player = begun?.players[begun.seats.indexOf(seat)];
      return player?.from === "stand-in";
    };
    return seats.away.filter((seat) => isStandIn(seat) && !playing.hasActed(seat));
  }

  async #end(): Promise<Attendance> {
    const { match, services } = this.#core;
    const { seats } = match;
    let absent: readonly string[] = [];
    const findAbsent = () => {
      const away = [...seats.away, ...seats.open];
      absent = seats.all.map(([seat]) => seat).filter((seat) => away.includes(seat));
      return absent;
    };
    await match.end({ findAbsent });
    this.#core.stopTimers();
    services.log.info({ absent }, "match closed: players did not come");
    await this.#core.close(CLOSE.closed);
    return { absent, hasBegun: false };
  }
}
