/** The folders of the page whose texts are in catalogues of their own, which are loaded with them. */
export const PARTS = [
  "game-frame/bots",
  "game-frame/cues",
  "games/flower-war",
  "games/own",
  "games/space-aztecs",
  "games/tieqchieq",
  "asks",
  "chat",
  "coach",
  "create",
  "door",
  "fairness",
  "gather",
  "learn",
  "notices",
  "passkeys",
  "player",
  "refusals",
  "replay",
  "report",
  "result",
  "temple",
] as const;

export type Part = (typeof PARTS)[number];
