import { REFUSALS, type RefusalCode } from "@flower-war/client-sdk/flower-war";

const WORDS: { readonly [R in RefusalCode]: string } = {
  malformed: "The game knows no such command.",
  "match-over": "The match is over.",
  "not-seated": "You have no seat in this match, or you conceded.",
  "not-your-decision": "Another seat's decision is awaited.",
  "wrong-phase": "Something else is asked of you now.",
  "not-in-hand": "That card is not in your hand.",
  "not-playable-now": "That card cannot be played now.",
  "bad-target": "The target is missing, yourself, out, or out of range.",
  "bad-steps": "That number of steps is not open.",
  "already-traded": "You have traded this turn.",
  "already-sacrificed": "You have sacrificed this turn.",
  "no-skulls": "You have no skull to offer.",
  "not-enough-skulls": "You do not have enough skulls.",
  "space-full": "The space has no room for the card's cost.",
};

/** Why a command was refused (canon section 14), in a sentence; `undefined`: no code of the game. */
export function refusalWords(code: string): string | undefined {
  const refusal = REFUSALS.find((known) => known === code);
  return refusal === undefined ? undefined : WORDS[refusal];
}
