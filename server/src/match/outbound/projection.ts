import { StateView } from "@colyseus/schema";
import { HandState, type MatchState, writeQueue } from "@flower-war/protocol";
import { commitmentOf, type GameTypes } from "@flower-war/rules";
import type { HostedGame } from "../../games/hosted-game.ts";
import type { Created } from "../../storage/journal/facts.ts";
import type { SyncedDetails } from "./details.ts";

/** Creates the synced state of a match without seated players. */
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

/**
 * Creates the view of a joining client: its own hand besides the public view.
 *
 * `add` queues the hand for the next patch. That is dropped, since the full state that the client is about to receive holds
 * the hand already; with both, a card that leaves the hand in the next patch would desync the client.
 */
export function newView(hand: HandState): StateView {
  const view = new StateView();
  view.add(hand);
  view.changes.clear();
  return view;
}

/** Writes a game's state into its match's synced state, touching only what changed. */
export class Projection<T extends GameTypes> {
  readonly #hosted: HostedGame<T>;
  readonly #synced: MatchState;
  readonly #details: SyncedDetails;
  readonly #secret: string;
  /** The game's state that the synced state shows; `null`: none yet. */
  #shown: T["state"] | null = null;

  /** @param secret shown when the match is over (docs/fair-dice.md) */
  constructor(hosted: HostedGame<T>, synced: MatchState, details: SyncedDetails, secret: string) {
    this.#hosted = hosted;
    this.#synced = synced;
    this.#details = details;
    this.#secret = secret;
  }

  /** Writes the game's state after `n` entries. Returns its public view. */
  write(state: T["state"], n: number): T["view"] {
    const hosted = this.#hosted;
    const { game } = hosted;
    const synced = this.#synced;
    const seen = game.view(state, "public");
    const before = this.#shown;
    synced.n = n;
    const isOver = game.outcome(state) !== null || this.#details.current.ending !== "";
    synced.status = isOver ? "over" : "playing";
    if (synced.status === "over") synced.secret = this.#secret;
    hosted.write(seen, synced, before && game.view(before, "public"));
    for (const [seat, hand] of synced.hands.entries()) {
      const held = hosted.packHand(game.view(state, seat), before && game.view(before, seat), seen);
      if (held !== null) writeQueue(hand.cards, held);
    }
    this.#shown = state;
    return seen;
  }
}
