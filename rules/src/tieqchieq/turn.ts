import { otherSeat } from "./board.ts";
import { endAtLastToss } from "./ending.ts";
import { openActs } from "./movement.ts";
import type { Play } from "./play.ts";

/** The active seat tosses four coins; without a legal act the turn passes by itself (canon section 5). */
export function toss(play: Play): void {
  play.happen({ type: "tossed", seat: play.active, ...play.toss(4) });
  if (openActs(play.table, play.active).length === 0) passTurn(play);
}

/** The turn becomes the other seat's, unless the safety stop ends the match here. */
export function passTurn(play: Play): void {
  if (endAtLastToss(play)) return;
  play.happen({ type: "turn-began", seat: otherSeat(play.active), extra: false });
}

/** A complete new turn of the same seat. */
export function beginExtraTurn(play: Play): void {
  play.happen({ type: "turn-began", seat: play.active, extra: true });
}
