import type { Game } from "../game.ts";
import { awaitingOf } from "./awaiting.ts";
import { decide } from "./decide.ts";
import { evolve } from "./evolve.ts";
import { fallback } from "./fallback.ts";
import { legal } from "./legal.ts";
import { TIEQCHIEQ_OPTIONS } from "./options.ts";
import { setup } from "./state.ts";
import type { Tieqchieq } from "./types.ts";
import { redact, view } from "./view.ts";
import { SEATS } from "./vocabulary.ts";

export { awaitingOf } from "./awaiting.ts";
export { ENDS, type Feature, featureOf, squareAt, territoryOf } from "./board.ts";
export * from "./events.ts";
export { legal } from "./legal.ts";
export { targetOf } from "./movement.ts";
export { TIEQCHIEQ_OPTIONS } from "./options.ts";
export type { Hidden, State } from "./state.ts";
export type { Tieqchieq } from "./types.ts";
export * from "./vocabulary.ts";

/** Tıeqchıeq as docs/rules/tieqchieq.md has it. */
export const tieqchieq: Game<Tieqchieq> = {
  name: "tieqchieq",
  seats: { min: 2, max: 2, default: 2 },
  seatsFor: () => SEATS,
  options: TIEQCHIEQ_OPTIONS,
  setup,
  awaiting: ({ table }) => awaitingOf(table),
  legal,
  decide,
  evolve,
  fallback,
  outcome: ({ table }) => table.outcome,
  view,
  redact,
};
