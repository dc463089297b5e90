import { REFUSALS, type RefusalCode } from "@flower-war/client-sdk/tieqchieq";

const WORDS: { readonly [R in RefusalCode]: string } = {
  malformed: "The game knows no such command.",
  "match-over": "The match is over.",
  "not-seated": "You have no seat in this match.",
  "not-your-decision": "The other seat's decision is awaited.",
  "wrong-phase": "Something else is asked of you now.",
  "no-token": "You have no token there.",
  "no-move": "The roll is too low to enter the next square, or goes beyond X.",
  blocked: "A token of your own is there, or one that the sun protects.",
};

/** Why a command was refused (canon section 5), in a sentence; `undefined`: no code of the game. */
export function refusalWords(code: string): string | undefined {
  const refusal = REFUSALS.find((known) => known === code);
  return refusal === undefined ? undefined : WORDS[refusal];
}
