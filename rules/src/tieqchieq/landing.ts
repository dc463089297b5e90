import { fightBattle } from "./battle.ts";
import { featureOf, otherSeat, squareAt, stepOf } from "./board.ts";
import { endIfHome } from "./ending.ts";
import { canStepOn } from "./movement.ts";
import type { Play } from "./play.ts";
import { beginExtraTurn, passTurn } from "./turn.ts";
import type { Square } from "./vocabulary.ts";

/**
 * Moves a token of the active seat to a step, where it lands (canon section 7).
 * @param from the token's square; `null` for one of the reserve
 */
export function moveTo(play: Play, from: Square | null, step: number): void {
  const seat = play.active;
  const to = squareAt(seat, step);
  if (to !== null) {
    play.emit(from === null ? { type: "introduced", seat, to } : { type: "moved", seat, from, to });
    land(play, to);
    return;
  }
  if (from === null) throw new Error("a token cannot move from its reserve to X");
  play.emit({ type: "came-home", seat, from });
  if (!endIfHome(play)) passTurn(play);
}

function land(play: Play, square: Square): void {
  const { active, table } = play;
  const meetsOpponent = table.tokens[otherSeat(active)].at.includes(square);
  if (meetsOpponent && !fightBattle(play, square)) return passTurn(play);
  switch (featureOf(active, square)) {
    case "plus":
      if (!canStepOn(play.table, active, square)) return passTurn(play);
      return play.emit({ type: "plus-reached", seat: active, at: square });
    case "ring":
    case "sun":
      return beginExtraTurn(play);
    case null:
      return passTurn(play);
  }
}

/** Answers a plus: the token goes one square on, which is a landing of its own, or it stays. */
export function answerPlus(play: Play, plus: Square, step: boolean): void {
  if (step) return moveTo(play, plus, stepOf(play.active, plus) + 1);
  play.emit({ type: "stayed", seat: play.active, at: plus });
  passTurn(play);
}
