import { speedOf } from "@flower-war/protocol";
import type { AwaitedSeat } from "../../notices/store/notice-store.ts";
import type { Match } from "../match.ts";
import type { MatchServices } from "../services.ts";

type WatchedMatch = Pick<Match, "plan" | "seats" | "clocks" | "isOver">;

/** Notes for whom a match by days waits while they are away, so that they are told (../../notices). */
export class TurnWatch {
  readonly #match: WatchedMatch;
  readonly #notices: MatchServices["turnNotices"];
  /** The last note, as JSON. */
  #noted: string | null = null;
  #isStopped = false;

  constructor(match: WatchedMatch, notices: MatchServices["turnNotices"]) {
    this.#match = match;
    this.#notices = speedOf(match.plan.clock) === "days" ? notices : null;
  }

  /** Call it after every change of the match or its clients. */
  update(): void {
    const { plan, clocks, isOver } = this.#match;
    if (this.#notices === null || this.#isStopped || clocks.current === null) return;
    if (isOver) return this.end();
    const awaited = this.#awaited;
    const noted = JSON.stringify(awaited);
    if (noted === this.#noted) return;
    this.#noted = noted;
    this.#notices.noteAwaited(plan.match, plan.game, awaited);
  }

  /** Notes nothing any more: the match ends here, or another process has it. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Ends all notices: the match is over. */
  end(): void {
    this.stop();
    this.#notices?.noteOver(this.#match.plan.match);
  }

  /** The seats whose players are awaited and neither connected nor at their temple. The server plays for absent players, and players on holiday want no notice. */
  get #awaited(): AwaitedSeat[] {
    const { seats, clocks } = this.#match;
    return seats.away.flatMap((seat) => {
      const clock = clocks.current?.seats.get(seat);
      const { player } = seats.personIn(seat);
      if (player === null || !clock || clock.turnEnds === null || clock.away || clock.holiday) return [];
      // After a holiday that ended by itself they are told once more of the same turn.
      return [{ seat, player, turn: clock.turns + clock.holidays.length }];
    });
  }
}
