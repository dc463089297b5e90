import { kindOf, signOfCard } from "../cards.ts";
import type { Card, Command, HeldCard } from "../vocabulary.ts";

/**
 * Groups commands that the skilled bot judges alike: equal cards are played alike, and of a card that is laid down or paid
 * only its deck counts, unless it is a sign, a causeway or a captive. Groups and commands stay in order.
 */
export function groupAlike(
  commands: readonly Command[],
  hand: readonly HeldCard[],
): readonly (readonly Command[])[] {
  const cards = new Map(hand.map(({ id, card }) => [id, card]));
  return [...Map.groupBy(commands, (command) => kindOfCommand(command, cards)).values()];
}

function kindOfCommand(command: Command, cards: ReadonlyMap<string, Card>): string {
  if (!("card" in command)) return JSON.stringify(command);
  const card = cards.get(command.card) ?? "";
  const isPlayed = command.type === "play-card" || command.type === "play-battle-card";
  const isWorthMore = card === "causeway" || card === "captive" || signOfCard(card) !== null;
  return JSON.stringify({ ...command, card: isPlayed || isWorthMore ? card : kindOf(card).deck });
}
