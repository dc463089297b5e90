import { type ClockRules, ClockState, type MatchState } from "@flower-war/protocol";
import type { ClockFact } from "../../storage/journal/facts.ts";
import { afterCommand, afterReturn, type Clock, deadlineOf, giveBack, startClock } from "./clock.ts";

/** Begins the id of each command that the server played for a player: `clock:<number of its entry>`. */
const CLOCK = "clock:";

/** Returns the id of the command that the server plays for a player as entry `n`. */
export const clockCommandId = (n: number): string => `${CLOCK}${n}`;

/** Begins the id of each command that the server played because its player was away and another claimed the match. */
const CLAIM = "claim:";

/** Returns the id of the command with which a seat concedes because another claims the match. */
export const claimCommandId = (by: string, seat: string): string => `${CLAIM}${by}:${seat}`;

/** Whether a player sent the command of this id, or their bot chose it. */
export const isOwn = (id: string): boolean => !id.startsWith(CLOCK) && !id.startsWith(CLAIM);

/** The turn that the game is in. */
export interface TurnState {
  /** Names the current turn; `null`: each command begins another. */
  readonly turn: string | number | null;
  /** The seats that the match waits for. */
  readonly awaiting: readonly string[];
}

/** The clocks of a match's players as its log has them; keeps the synced state in step. */
export class MatchClocks {
  readonly #rules: ClockRules | null;
  readonly #state: MatchState;
  #clock: Clock | null = null;
  #turn: TurnState["turn"] = null;

  /** @param rules `null`: the match has no clocks */
  constructor(rules: ClockRules | null, state: MatchState) {
    this.#rules = rules;
    this.#state = state;
    if (rules !== null) state.clockRules = JSON.stringify(rules);
  }

  /** The clocks; `null`: there are none, or the match has not begun. */
  get current(): Clock | null {
    return this.#clock;
  }

  /**
   * Starts the clocks.
   * @param people the seats that have one
   * @param at ms since 1970
   */
  start(people: readonly string[], { turn, awaiting }: TurnState, at: number): void {
    if (this.#rules === null) return;
    this.#turn = turn;
    for (const seat of people) this.#state.clocks.set(seat, new ClockState());
    this.#set(startClock(this.#rules, people, awaiting, at));
  }

  /** Applies a played command. @param at ms since 1970 */
  applyCommand({ id, seat }: { id: string; seat: string }, { turn, awaiting }: TurnState, at: number): void {
    if (this.#clock === null) return;
    const newTurn = turn === null || turn !== this.#turn;
    this.#turn = turn;
    this.#set(afterCommand(this.#clock, { seat, own: isOwn(id), at, newTurn, awaiting }));
  }

  /** Applies a journaled fact. @param at ms since 1970 */
  apply(fact: ClockFact, at: number): void {
    if (this.#clock === null) return;
    if (fact.type === "player-back") this.#set(afterReturn(this.#clock, fact.seat, at));
    if (fact.type === "time-given-back") this.#set(giveBack(this.#clock, fact.ms));
  }

  /** Whether a seat's player counts as away. */
  isAway(seat: string): boolean {
    return this.#clock?.seats.get(seat)?.away ?? false;
  }

  /** Whether an awaited seat's time is over. @param now ms since 1970 */
  isOver(seat: string, now: number): boolean {
    const own = this.#clock?.seats.get(seat);
    const deadline = own ? deadlineOf(own) : null;
    return deadline !== null && deadline <= now;
  }

  #set(clock: Clock): void {
    const { givenBack, seats } = clock;
    this.#clock = clock;
    this.#state.givenBack = givenBack;
    for (const [seat, shown] of this.#state.clocks.entries()) {
      const own = seats.get(seat);
      if (own) shown.assign({ reserve: own.reserve, turnEnds: own.turnEnds ?? 0, away: own.away });
    }
  }
}
