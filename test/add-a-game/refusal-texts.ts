import type { Nim } from "./nim/rules.ts";

/** What players read when a command of theirs is refused. The compiler finds a code without a text. */
export const REFUSAL_TEXTS: { readonly [C in Nim["refusal"]]: string } = {
  malformed: "That is no move of Nim.",
  "match-over": "The match is over.",
  "not-seated": "You only watch this match.",
  "not-your-decision": "It is not your turn.",
  "wrong-phase": "That cannot be done now.",
  "too-many": "There are fewer sticks than that.",
};
