import type { MatchPlan } from "../../src/storage/journal/facts.ts";

/** The plan of a public match of two without clocks, as it is stored. */
export const PLAN: MatchPlan = {
  match: "m",
  code: "ABCD",
  game: "flower-war",
  options: { rackSize: 13 },
  seats: 2,
  private: false,
  invitation: null,
  clock: null,
  host: "Citlali",
  start: "full",
  silent: false,
  openNonces: false,
};
