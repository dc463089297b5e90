import type { Messages } from "@lingui/core";

/** Texts of one language, by their English ones. */
export interface Catalog {
  readonly messages: Messages;
}

/** The folders of the page whose texts are in catalogues of their own, which are loaded with them. */
export const PARTS = [
  "game-frame/bots",
  "game-frame/cues",
  "game-frame/keys",
  "games/flower-war",
  "games/own",
  "games/space-aztecs",
  "games/tieqchieq",
  "asks",
  "chat",
  "coach",
  "create",
  "door",
  "embed",
  "fairness",
  "gather",
  "learn",
  "lobby/tables",
  "match/menu/open",
  "no-match",
  "notes/open",
  "notices",
  "passkeys",
  "player",
  "refusals",
  "replay",
  "report",
  "result",
  "screen",
  "study",
  "temple",
  "tournaments",
  "watch",
] as const;

export type Part = (typeof PARTS)[number];
