import type { ClockRules } from "@flower-war/client-sdk/protocol";
import { afterCommand, afterReturn, type Clock, deadlineOf, giveBack, startClock } from "../clock/clock.ts";
import type { ClockFact } from "../journal/facts.ts";
import { ClockState, type MatchState } from "./state.ts";

/** Begins the name of each command that was played for somebody who did not answer: `clock:<number of its entry>`. */
const CLOCK = "clock:";

/** The name of a command that is played for a player, as entry `n`. */
export const clockCommand = (n: number): string => `${CLOCK}${n}`;

/** A command that was played, as the clocks need to know it. */
interface PlayedCommand {
  readonly id: string;
  readonly seat: string;
}

/** How the match stands after a command. */
interface Standing {
  /** What names the turn that is on; `null`: each command begins another. */
  readonly turn: string | number | null;
  /** The seats that the match waits for. */
  readonly awaiting: readonly string[];
}

/** The players' clocks of a match as its log tells them; the synced state shows them. */
export class Clocks {
  readonly #rules: ClockRules | null;
  readonly #state: MatchState;
  #clock: Clock | null = null;
  #turn: Standing["turn"] = null;

  /** @param rules `null`: the match has no clocks */
  constructor(rules: ClockRules | null, state: MatchState) {
    this.#rules = rules;
    this.#state = state;
    if (rules !== null) state.clockRules = JSON.stringify(rules);
  }

  /** How they stand; `null`: there are none, or the match has not begun. */
  get now(): Clock | null {
    return this.#clock;
  }

  /**
   * @param people the seats that have a clock
   * @param at ms since 1970
   */
  begin(people: readonly string[], { turn, awaiting }: Standing, at: number): void {
    if (this.#rules === null) return;
    this.#turn = turn;
    for (const seat of people) this.#state.clocks.set(seat, new ClockState());
    this.#become(startClock(this.#rules, people, awaiting, at));
  }

  /** A command was played. @param at ms since 1970 */
  played({ id, seat }: PlayedCommand, { turn, awaiting }: Standing, at: number): void {
    if (this.#clock === null) return;
    const newTurn = turn === null || turn !== this.#turn;
    this.#turn = turn;
    this.#become(afterCommand(this.#clock, { seat, own: !id.startsWith(CLOCK), at, newTurn, awaiting }));
  }

  /** Lets something happen that is in the journal. */
  apply(fact: ClockFact, at: number): void {
    if (this.#clock === null) return;
    if (fact.type === "player-back") this.#become(afterReturn(this.#clock, fact.seat, at));
    if (fact.type === "time-given-back") this.#become(giveBack(this.#clock, fact.ms));
  }

  isAway(seat: string): boolean {
    return this.#clock?.seats.get(seat)?.away ?? false;
  }

  /** An awaited seat's time is over. @param now ms since 1970 */
  isOver(seat: string, now: number): boolean {
    const own = this.#clock?.seats.get(seat);
    const deadline = own ? deadlineOf(own) : null;
    return deadline !== null && deadline <= now;
  }

  /** Brings the synced state in step. */
  #become(clock: Clock): void {
    const { givenBack, seats } = clock;
    this.#clock = clock;
    this.#state.givenBack = givenBack;
    for (const [seat, shown] of this.#state.clocks.entries()) {
      const own = seats.get(seat);
      if (own) shown.assign({ reserve: own.reserve, turnEnds: own.turnEnds ?? 0, away: own.away });
    }
  }
}
