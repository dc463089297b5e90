import { StateView } from "@colyseus/schema";
import type { HandState } from "./state.ts";

/**
 * What a joining client sees beside what everybody does: its own hand, if it has a seat.
 *
 * `add` queues the hand for the next patch; that is dropped, for the full state that the client is about to receive holds
 * it already. With both, a card that leaves the hand in that next patch would leave a wrong hand behind for good.
 */
export function viewOf(hand: HandState | undefined): StateView {
  const view = new StateView();
  if (hand) view.add(hand);
  view.changes.clear();
  return view;
}
