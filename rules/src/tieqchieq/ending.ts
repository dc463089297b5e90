import { otherSeat, stepOf } from "./board.ts";
import type { Play } from "./play.ts";
import { TOKENS } from "./state.ts";
import type { Outcome, Seat, Table } from "./vocabulary.ts";

/** The number of tosses after which the match ends instead of passing the turn (canon section 9). */
export const LAST_TOSS = 1000;

/** Ends the match if the active seat has all its tokens home. Returns whether it did. */
export function endIfHome(play: Play): boolean {
  const { active, table } = play;
  if (table.tokens[active].home < TOKENS) return false;
  play.emit({ type: "ended", outcome: outcomeOf(table, "home", active) });
  return true;
}

/** Takes a seat out of the match, also while the other one is awaited; the other one wins (canon section 9). */
export function endByConcession(play: Play, seat: Seat): void {
  play.emit({ type: "conceded", seat });
  play.emit({ type: "ended", outcome: outcomeOf(play.table, "last-seat", otherSeat(seat)) });
}

/** Ends the match at the safety stop. Returns whether it did. */
export function endIfLastToss(play: Play): boolean {
  const { table } = play;
  if (table.tosses < LAST_TOSS) return false;
  play.emit({ type: "ended", outcome: outcomeOf(table, "tosses", leaderOf(table)) });
  return true;
}

function outcomeOf({ tokens }: Table, by: Outcome["by"], winner: Seat | null): Outcome {
  return { by, winner, home: { red: tokens.red.home, yellow: tokens.yellow.home } };
}

/** Returns the seat with more tokens home, else with the larger sum of steps; `null` if both are equal. */
function leaderOf(table: Table): Seat | null {
  const { red, yellow } = table.tokens;
  const ahead = red.home - yellow.home || stepsOf(table, "red") - stepsOf(table, "yellow");
  if (ahead === 0) return null;
  return ahead > 0 ? "red" : "yellow";
}

/** Returns the sum of the steps of a colour's tokens on the board. */
function stepsOf({ tokens }: Table, seat: Seat): number {
  return tokens[seat].at.reduce((sum, square) => sum + stepOf(seat, square), 0);
}
