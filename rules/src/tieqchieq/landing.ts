import { winsBattle } from "./battle.ts";
import { costOf, featureOf, otherSeat, squareAt, stepOf } from "./board.ts";
import { endAtHome } from "./ending.ts";
import { isBlocked } from "./movement.ts";
import type { Play } from "./play.ts";
import { beginExtraTurn, passTurn } from "./turn.ts";
import type { Square } from "./vocabulary.ts";

/** A token of the active seat goes to a step, from a square or, `null`, from its reserve, and lands (canon section 7). */
export function goTo(play: Play, from: Square | null, step: number): void {
  const seat = play.active;
  const to = squareAt(seat, step);
  if (to !== null) {
    play.happen(from === null ? { type: "introduced", seat, to } : { type: "moved", seat, from, to });
    land(play, to);
    return;
  }
  if (from === null) throw new Error("no roll brings a token from its reserve to X");
  play.happen({ type: "came-home", seat, from });
  if (!endAtHome(play)) passTurn(play);
}

function land(play: Play, square: Square): void {
  const { active, table } = play;
  const meetsOpponent = table.tokens[otherSeat(active)].at.includes(square);
  if (meetsOpponent && !winsBattle(play, square)) return passTurn(play);
  switch (featureOf(active, square)) {
    case "plus":
      if (!canStepOn(play, square)) return passTurn(play);
      return play.happen({ type: "plus-reached", seat: active, at: square });
    case "ring":
    case "sun":
      return beginExtraTurn(play);
    case null:
      return passTurn(play);
  }
}

/** Whether a token on a plus may go one square on: a step worth 1, so never into the other colour's territory. */
function canStepOn({ active, table }: Play, plus: Square): boolean {
  const step = stepOf(active, plus) + 1;
  const next = squareAt(active, step);
  return costOf(active, step) === 1 && (next === null || !isBlocked(table, active, next));
}

/** The answer to a plus: one square on, which is a landing of its own, or the token stays. */
export function answerPlus(play: Play, plus: Square, step: boolean): void {
  if (step) return goTo(play, plus, stepOf(play.active, plus) + 1);
  play.happen({ type: "stayed", seat: play.active, at: plus });
  passTurn(play);
}
