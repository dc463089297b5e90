import type { Battle, View } from "@flower-war/client-sdk/tieqchieq";
import { otherSeat, seatNoun, sidesNoun } from "./nouns.ts";

/** How the turn stands, and how the last battle went. */
export function turnWords({ table: { turn, roll, tosses, battle } }: View): string {
  const rolled = roll === 0 ? "" : `, rolled ${roll}`;
  const sentence = `${seatNoun(turn)}'s turn${rolled}; ${tosses} ${tosses === 1 ? "toss" : "tosses"} so far.`;
  return battle === null ? sentence : `${sentence} ${battleWords(battle)}`;
}

function battleWords({ attacker, square, coins, winner }: Battle): string {
  return `In the last battle ${seatNoun(attacker)} attacked ${seatNoun(otherSeat(attacker))} on ${square}: ${sidesNoun(coins)}, ${seatNoun(winner)} won.`;
}
