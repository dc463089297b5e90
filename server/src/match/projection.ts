import { commitmentOf, type GameTypes } from "@flower-war/rules";
import type { HostedGame } from "../games/hosted-game.ts";
import { writeQueue } from "../games/sync.ts";
import type { Created } from "../journal/facts.ts";
import { HandState, type MatchState } from "./state.ts";

/** The synced state of a match that was created so, before anybody sits there. */
export function newState<T extends GameTypes>(hosted: HostedGame<T>, { plan, secret }: Created): MatchState {
  const state = hosted.newState();
  state.assign({
    id: plan.match,
    code: plan.code,
    game: plan.game,
    private: plan.private,
    commitment: commitmentOf(secret),
  });
  for (const seat of hosted.game.seatsFor(plan.seats)) state.hands.set(seat, new HandState());
  return state;
}

/** Brings a match's synced state in step with the game's, touching only what changed. */
export class Projection<T extends GameTypes> {
  readonly #hosted: HostedGame<T>;
  readonly #synced: MatchState;
  readonly #secret: string;
  /** What the synced state shows of the game; `null`: nothing yet. */
  #shown: T["state"] | null = null;

  /** @param secret shown when the match is over (docs/fair-dice.md) */
  constructor(hosted: HostedGame<T>, synced: MatchState, secret: string) {
    this.#hosted = hosted;
    this.#synced = synced;
    this.#secret = secret;
  }

  /** Shows the game as it is after `n` entries. Returns what everybody sees of it. */
  show(state: T["state"], n: number): T["view"] {
    const hosted = this.#hosted;
    const { game } = hosted;
    const synced = this.#synced;
    const seen = game.view(state, "public");
    const before = this.#shown;
    synced.n = n;
    synced.status = game.outcome(state) === null ? "playing" : "over";
    if (synced.status === "over") synced.secret = this.#secret;
    hosted.project(seen, synced, before && game.view(before, "public"));
    for (const [seat, { cards }] of synced.hands.entries()) {
      const hand = hosted.hand(game.view(state, seat), before && game.view(before, seat));
      if (hand !== null) writeQueue(cards, hand);
    }
    this.#shown = state;
    return seen;
  }
}
