import type { Game } from "../game.ts";
import { decide } from "./decide.ts";
import { evolve } from "./evolve.ts";
import { fallback } from "./fallback.ts";
import { legal } from "./legal.ts";
import { OPTIONS } from "./options.ts";
import { setup } from "./state.ts";
import { awaitingOf } from "./turn.ts";
import type { Tieqchieq } from "./types.ts";
import { redact, view } from "./view.ts";
import { SEATS } from "./vocabulary.ts";

export * from "./events.ts";
export type { Hidden, State } from "./state.ts";
export type { Tieqchieq } from "./types.ts";
export * from "./vocabulary.ts";

/** Tıeqchıeq as docs/rules/tieqchieq.md has it. */
export const tieqchieq: Game<Tieqchieq> = {
  name: "tieqchieq",
  seats: { min: 2, max: 2, default: 2 },
  seatsFor: () => SEATS,
  options: OPTIONS,
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
