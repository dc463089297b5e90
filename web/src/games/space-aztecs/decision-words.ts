import { awaitedOf, type Decision, type View } from "@flower-war/client-sdk/space-aztecs";
import { outcomeWords } from "./event-words.ts";
import { cardNoun, listed, seatNoun } from "./nouns.ts";

/** What a seat is about to do, after "must" or "to" (canon section 5). */
const DEEDS: { readonly [D in Decision]: string } = {
  take: "take a pile",
  choose: "choose a card",
  shelter: "shelter the Aztec or leave it visible",
  abduct: "choose whom the Saucer takes",
};

/** Whose decision of what kind is awaited, as said to the viewer. */
export function awaitingWords({ table, seat }: View): string {
  const { phase, outcome } = table;
  if (phase === "over" || phase === "resolve") {
    return outcome === null ? "The match is over." : outcomeWords(outcome);
  }
  const asked = awaitedOf(table).map((awaited) => awaited.seat);
  const about = table.turnedUp === null ? "" : ` (${cardNoun(table.turnedUp.card)})`;
  if (seat !== null && asked.includes(seat)) return `Your decision: ${DEEDS[phase]}${about}.`;
  return `Waiting for ${listed(asked.map(seatNoun))} to ${DEEDS[phase]}${about}.`;
}
