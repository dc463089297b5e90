import { otherSeat } from "./board.ts";
import type { Play } from "./play.ts";
import type { Coin, Seat, Square } from "./vocabulary.ts";

/** The side of a battle coin that shows each colour: the front is red, the back yellow. */
export const SIDES: { readonly [S in Seat]: Coin } = { red: 0, yellow: 1 };

/** Returns who wins a battle with these coins: the defender if all of them show its colour, else the attacker. */
export function battleWinner(attacker: Seat, coins: readonly Coin[]): Seat {
  return coins.some((coin) => coin === SIDES[attacker]) ? attacker : otherSeat(attacker);
}

/**
 * Fights a battle: the active seat's token attacks the opponent's on this square. Returns whether it wins (canon
 * section 8).
 */
export function fightBattle(play: Play, square: Square): boolean {
  const attacker = play.active;
  const { coins, chance } = play.toss(2);
  const winner = battleWinner(attacker, coins);
  play.emit({ type: "battled", battle: { attacker, square, coins, winner }, chance });
  return winner === attacker;
}
