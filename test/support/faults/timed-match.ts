import type { Match } from "@flower-war/client-sdk";
import { bots, randomFrom } from "@flower-war/rules/bots";
import type { StallWatch } from "./stall-watch.ts";

type Seat = Match<"flower-war">;

/** ms before a player plays, unless a test says otherwise. */
const PACE = 600;
/** ms between two looks at what players are shown. */
const LOOKS = 50;

/** A turn that ended, of a player who did not play. */
interface TimedTurn {
  /** ms that it took, by the test's own monotonic clock, less what was given back because of outages. */
  readonly took: number;
  /** ms between its end and when it would end by what players were shown meanwhile. */
  readonly shown: readonly number[];
}

/** A match whose turns the test times, but for those during which its server stood still. */
export class TimedMatch {
  readonly turns: TimedTurn[] = [];
  /** ms that passed between two entries while no turn ended: the time that the server and its players need. */
  readonly waits: number[] = [];
  readonly #seat: Seat;
  readonly #turn: number;
  readonly #watch: StallWatch;
  readonly #random = randomFrom("5eed".repeat(16));
  readonly #looks: NodeJS.Timeout;
  #moving: NodeJS.Timeout | null = null;
  /** When the last entry came, ms of `performance.now()`; `null`: none has. */
  #enteredAt: number | null = null;
  /** When the turn ends by what players are shown, likewise. */
  #shownEnds: number[] = [];
  #givenBack = 0;
  #stalls = 0;
  /** How many entries came. */
  entries = 0;
  /** ms by which a look was late at most: so busy was the machine, which is no fault of a clock. */
  lag = 0;
  #lookedAt = performance.now();

  /** Whether the match has ended. */
  get isOver(): boolean {
    return this.#seat.status === "over";
  }

  /** @param turn ms that each turn takes @param watch of the match's server */
  constructor(seat: Seat, turn: number, watch: StallWatch) {
    this.#seat = seat;
    this.#turn = turn;
    this.#watch = watch;
    let last = 0;
    seat.on("event", (_, { n }) => {
      if (n !== last) this.#enter();
      last = n;
    });
    this.#looks = setInterval(() => this.#look(), LOOKS);
  }

  /** Plays whenever it is this player's turn. @param pace ms before each command */
  play(pace = PACE): this {
    this.#moving = setTimeout(() => void this.#move(pace), pace);
    return this;
  }

  stop(): void {
    clearInterval(this.#looks);
    if (this.#moving) clearTimeout(this.#moving);
    this.#moving = null;
  }

  async #move(pace: number): Promise<void> {
    const { awaiting, seat, view } = this.#seat;
    if (view && awaiting.some((each) => each.seat === seat))
      await this.#seat.send(bots["flower-war"].easy(view, this.#random)).catch(() => {});
    if (this.#moving) this.play(pace);
  }

  #enter(): void {
    this.entries += 1;
    const now = performance.now();
    const givenBack = this.#seat.clock?.givenBack ?? 0;
    const took = this.#enteredAt === null ? 0 : now - this.#enteredAt - (givenBack - this.#givenBack);
    const { stalls } = this.#watch;
    if (stalls === this.#stalls) {
      if (took < this.#turn / 2) this.waits.push(took);
      else this.turns.push({ took, shown: this.#shownEnds.map((end) => end - now) });
    }
    this.#enteredAt = now;
    this.#shownEnds = [];
    this.#givenBack = givenBack;
    this.#stalls = stalls;
  }

  #look(): void {
    this.lag = Math.max(this.lag, performance.now() - this.#lookedAt - LOOKS);
    this.#lookedAt = performance.now();
    const { clock, serverTime } = this.#seat;
    // The last turn's decisions come one after the other.
    if (this.#enteredAt === null || performance.now() - this.#enteredAt < this.#turn / 2) return;
    for (const { deadline } of clock?.seats.values() ?? [])
      if (deadline !== null) this.#shownEnds.push(performance.now() + deadline - serverTime);
  }
}
