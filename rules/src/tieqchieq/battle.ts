import { otherSeat } from "./board.ts";
import type { Play } from "./play.ts";
import type { Coin, Seat, Square } from "./vocabulary.ts";

/** The side of a battle coin that shows a colour: the front is red, the back yellow. */
export const SIDES: { readonly [S in Seat]: Coin } = { red: 0, yellow: 1 };

/** The active seat's token attacks the opponent's on this square: whether it wins (canon section 8). */
export function winsBattle(play: Play, square: Square): boolean {
  const attacker = play.active;
  const { coins, chance } = play.toss(2);
  const defended = coins.every((coin) => coin !== SIDES[attacker]);
  const winner = defended ? otherSeat(attacker) : attacker;
  play.happen({ type: "battled", battle: { attacker, square, coins, winner }, chance });
  return winner === attacker;
}
