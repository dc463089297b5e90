import { bots } from "@flower-war/rules/bots";
import { type Tieqchieq, tieqchieq } from "@flower-war/rules/tieqchieq";
import type { HostedGame } from "../hosted-game.ts";
import { project } from "./project.ts";
import { TieqchieqState } from "./state.ts";

/** Tıeqchıeq as the match room plays it. Nothing is hidden, and nothing done through temples. */
export const hostedTieqchieq: HostedGame<Tieqchieq, TieqchieqState> = {
  game: tieqchieq,
  newState: () => new TieqchieqState(),
  project: ({ table }, state, before) => project(table, state.table, before?.table ?? null),
  hand: () => [],
  // A turn is a toss and what follows from it, up to the next toss.
  turnOf: ({ table: { phase, tosses } }) => (phase === "toss" ? tosses : tosses - 1),
  easyBot: bots.tieqchieq.easy,
  temple: null,
};
