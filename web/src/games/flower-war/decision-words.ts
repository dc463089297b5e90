import type { Decision, View } from "@flower-war/client-sdk/flower-war";
import { outcomeWords } from "./event-words.ts";
import { cardNoun, seatNoun } from "./nouns.ts";

/** What a seat is about to do, after "must" or "to" (canon section 13). */
const DEEDS: { readonly [D in Decision]: string } = {
  roll: "roll the die",
  move: "choose how many steps to move",
  battle: "play a battle card or pass",
  pay: "give up a card for the lost battle",
  challenge: "challenge a seat or pass",
  choose: "choose whom the Day card meets",
  discard: "discard a card",
  sacrifice: "sacrifice, trade, play cards or end the turn",
  cards: "play cards, discard or end the turn",
};

/** Whose decision of what kind is awaited, as said to the viewer. */
export function awaitingWords({ table: { awaiting, outcome }, seat }: View): string {
  if (awaiting === null) return outcome === null ? "The match is over." : outcomeWords(outcome);
  const deed =
    awaiting.card === undefined
      ? DEEDS[awaiting.decision]
      : `${DEEDS[awaiting.decision]}, ${cardNoun(awaiting.card)}`;
  return awaiting.seat === seat
    ? `Your decision: ${deed}.`
    : `Waiting for ${seatNoun(awaiting.seat)} to ${deed}.`;
}
