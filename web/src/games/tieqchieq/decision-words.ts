import type { Decision, View } from "@flower-war/client-sdk/tieqchieq";
import { outcomeWords } from "./event-words.ts";
import { seatNoun } from "./nouns.ts";

/** What a seat is about to do, after "must" or "to" (canon section 5). */
const DEEDS: { readonly [D in Decision]: string } = {
  toss: "toss the coins",
  act: "introduce or move a token",
  plus: "go one square on or stay",
};

/** Whose decision of what kind is awaited, as said to the viewer. */
export function awaitingWords({ table: { phase, turn, outcome }, seat }: View): string {
  if (phase === "over") return outcome === null ? "The match is over." : outcomeWords(outcome);
  const deed = DEEDS[phase];
  return turn === seat ? `Your decision: ${deed}.` : `Waiting for ${seatNoun(turn)} to ${deed}.`;
}
