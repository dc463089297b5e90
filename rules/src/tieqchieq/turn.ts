import { otherSeat } from "./board.ts";
import { endIfLastToss } from "./ending.ts";
import { openActs } from "./movement.ts";
import type { Play } from "./play.ts";

/** Tosses four coins for the active seat. Without a legal act the turn passes automatically (canon section 5). */
export function toss(play: Play): void {
  play.emit({ type: "tossed", seat: play.active, ...play.toss(4) });
  if (openActs(play.table, play.active).length === 0) passTurn(play);
}

/** Passes the turn to the other seat, unless the safety stop ends the match here. */
export function passTurn(play: Play): void {
  if (endIfLastToss(play)) return;
  play.emit({ type: "turn-began", seat: otherSeat(play.active), extra: false });
}

/** Begins a complete new turn of the same seat. */
export function beginExtraTurn(play: Play): void {
  play.emit({ type: "turn-began", seat: play.active, extra: true });
}
