import { stepOf } from "./board.ts";
import type { Play } from "./play.ts";
import { TOKENS } from "./state.ts";
import type { Outcome, Seat, Table } from "./vocabulary.ts";

/** The match ends when its turn would pass after so many tosses (canon section 9). */
const LAST_TOSS = 1000;

/** Ends the match if the active seat has all its tokens home; whether it did. */
export function endAtHome(play: Play): boolean {
  const { active, table } = play;
  if (table.tokens[active].home < TOKENS) return false;
  play.happen({ type: "ended", outcome: outcomeOf(table, "home", active) });
  return true;
}

/** Ends the match at the safety stop; whether it did. */
export function endAtLastToss(play: Play): boolean {
  const { table } = play;
  if (table.tosses < LAST_TOSS) return false;
  play.happen({ type: "ended", outcome: outcomeOf(table, "tosses", leaderOf(table)) });
  return true;
}

function outcomeOf({ tokens }: Table, by: Outcome["by"], winner: Seat | null): Outcome {
  return { by, winner, home: { red: tokens.red.home, yellow: tokens.yellow.home } };
}

/** Who has more tokens home, else the larger sum of steps; `null`: nobody. */
function leaderOf(table: Table): Seat | null {
  const { red, yellow } = table.tokens;
  const ahead = red.home - yellow.home || stepsOf(table, "red") - stepsOf(table, "yellow");
  if (ahead === 0) return null;
  return ahead > 0 ? "red" : "yellow";
}

/** The steps of a colour's tokens on the board. */
function stepsOf({ tokens }: Table, seat: Seat): number {
  return tokens[seat].at.reduce((sum, square) => sum + stepOf(seat, square), 0);
}
