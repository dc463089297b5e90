import { TieqchieqState, writeTable } from "@flower-war/protocol/tieqchieq";
import { bots } from "@flower-war/rules/bots";
import { type Tieqchieq, tieqchieq } from "@flower-war/rules/tieqchieq";
import type { HostedGame } from "./hosted-game.ts";

/** Tıeqchıeq, hosted. Nothing is hidden, and it is not played with temples. */
export const hostedTieqchieq: HostedGame<Tieqchieq, TieqchieqState> = {
  game: tieqchieq,
  newState: () => new TieqchieqState(),
  write: ({ table }, state, before) => writeTable(state.table, table, before?.table ?? null),
  packHand: () => [],
  // A turn is a toss and what follows from it, up to the next toss.
  turnOf: ({ table: { phase, tosses } }) => (phase === "toss" ? tosses : tosses - 1),
  easyBot: bots.tieqchieq.easy,
  temple: null,
};
