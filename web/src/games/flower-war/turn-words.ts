import type { Battle, View } from "@flower-war/client-sdk/flower-war";
import { cardNoun, listed, seatNoun, skulls } from "./nouns.ts";

/** How the turn and its battle stand. */
export function turnWords({ table: { turn, battle } }: View): string {
  const rolled = turn.dice.length === 0 ? "" : `, rolled ${listed(turn.dice.map(String))}`;
  const extra = turn.extra ? ", an extra turn" : "";
  const again = turn.again ? " An extra turn follows." : "";
  const sentence = `Turn ${turn.number}, ${seatNoun(turn.seat)}'s${extra}${rolled}.${again}`;
  return battle === null ? sentence : `${sentence} ${battleWords(battle)}`;
}

/** Who battles whom, how it stands, and the cards in effect. */
function battleWords({ attacker, defender, totals, stake, played }: Battle): string {
  const sentence = `${seatNoun(attacker)} (${totals.attacker}) battles ${seatNoun(defender)} (${totals.defender}) for ${skulls(stake)}`;
  if (played.length === 0) return `${sentence}.`;
  const cards = played.map(
    ({ seat, card, inEffect }) => `${seatNoun(seat)}'s ${cardNoun(card)}${inEffect ? "" : " (stopped)"}`,
  );
  return `${sentence}; played: ${listed(cards)}.`;
}
