import type { View } from "@flower-war/client-sdk/flower-war";
import { seatNoun } from "./nouns.ts";

/** How the turn and its battle stand. */
export function turnWords({ table: { turn, battle } }: View): string {
  const rolled = turn.die === null ? "" : `, rolled ${turn.die}`;
  const sentence = `Turn ${turn.number}, ${seatNoun(turn.seat)}'s${rolled}.`;
  if (battle === null) return sentence;
  const { attacker, defender, dice } = battle;
  return `${sentence} ${seatNoun(attacker)} (${dice.attacker}) battles ${seatNoun(defender)} (${dice.defender}).`;
}
