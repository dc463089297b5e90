import { CLOSE } from "@flower-war/protocol";
import { RefusalError, type Result, resultOf } from "../../refusal.ts";
import { noShowCommandId, noShowsIn } from "../../storage/journal/no-shows.ts";
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
   * Concedes for the players who have not come: none of them was ever there while it could be noted, sealed a nonce or gave a command. A match
   * that has not begun is ended, without a result. Who has not come is in the match's facts. Asked again it changes nothing.
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
      const absent = await this.#findAbsent();
      for (const seat of absent) {
        try {
          await match.submit("clock", { id: noShowCommandId(seat), seat, command: { type: "concede" } });
        } catch (error) {
          if (!(error instanceof RefusalError) || AGAIN.includes(error.body.code)) throw error;
          // In a game without conceding, the clock and then the game's fallback play for an absent player.
        }
        if (match.isOver) break;
      }
      return { absent, hasBegun: true };
    });
  }

  /** Returns the seats whose players have not come to a match that has begun, as its facts have them. */
  async #findAbsent(): Promise<readonly string[]> {
    const { match, services } = this.#core;
    const { away, people } = match.seats;
    for (const seat of people) if (!away.includes(seat)) await match.noteComing(seat);
    return noShowsIn((await services.journal.read(match.plan.match))?.facts ?? []);
  }

  async #end(): Promise<Attendance> {
    const { match, services } = this.#core;
    const { seats } = match;
    let absent: readonly string[] = [];
    const findAbsent = () => {
      const away = seats.away.filter((seat) => !seats.isSealer(seat) && seats.nonceOf(seat) === "");
      absent = seats.all.map(([seat]) => seat).filter((seat) => [...away, ...seats.open].includes(seat));
      return absent;
    };
    await match.end({ findAbsent });
    this.#core.stopTimers();
    services.log.info({ absent }, "match closed: players did not come");
    await this.#core.close(CLOSE.closed);
    return { absent, hasBegun: false };
  }
}
