import { REFUSALS, type RefusalCode } from "@flower-war/client-sdk/space-aztecs";

const WORDS: { readonly [R in RefusalCode]: string } = {
  malformed: "The game knows no such command.",
  "match-over": "The match is over.",
  "not-seated": "You have no seat in this match.",
  "not-your-decision": "Another seat's decision is awaited.",
  "wrong-phase": "Something else is asked of you now.",
  "already-chosen": "You have chosen, and that is final.",
  "no-such-place": "There is no such place.",
  "place-held": "Somebody holds the pile of that place.",
  "place-empty": "No cards are left at that place.",
  "card-not-held": "That card is not in the pile you hold.",
  "bad-targets":
    "Name one visible Aztec of the Saucer's set for each seat that has several, and nothing else.",
};

/** Why a command was refused (canon section 5), in a sentence; `undefined`: no code of the game. */
export function refusalWords(code: string): string | undefined {
  const refusal = REFUSALS.find((known) => known === code);
  return refusal === undefined ? undefined : WORDS[refusal];
}
