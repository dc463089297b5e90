import type { OptionRanges } from "../options.ts";
import { APOCALYPSE_TRIGGERS, BATTLE_STAKES, CARD_COSTS, COUNTDOWNS, type Options } from "./vocabulary.ts";

/** The options that a host may choose, with the defaults of `flower-war` (canon section 1). */
export const FLOWER_WAR_OPTIONS: OptionRanges<Options> = {
  battleStake: { values: BATTLE_STAKES, default: "one" },
  cardCosts: { values: CARD_COSTS, default: "printed" },
  apocalypseTrigger: { values: APOCALYPSE_TRIGGERS, default: 1 },
  countdown: { values: COUNTDOWNS, default: "keeper" },
  discRules: { values: [true, false], default: true },
  rackSize: { values: [4, 5, 6, 7, 8, 9, 10, 11, 12, 13], default: 13 },
  bestTribeWins: { values: [true, false], default: false, before: false },
  offeringsDecide: { values: [true, false], default: false, before: false },
  offeringsSpent: { values: [true, false], default: false, before: false },
};

/** The same options with the defaults of `mexica`. */
export const MEXICA_OPTIONS: OptionRanges<Options> = {
  ...FLOWER_WAR_OPTIONS,
  battleStake: { values: BATTLE_STAKES, default: "lower-roll" },
  cardCosts: { values: CARD_COSTS, default: "free" },
  apocalypseTrigger: { values: APOCALYPSE_TRIGGERS, default: 260 },
  countdown: { values: COUNTDOWNS, default: "turns" },
  discRules: { values: [true, false], default: false },
};

/**
 * The same options with the defaults of `short-evening`: short racks, so that the first disc is taken early and the end begins, in
 * which both gods have their turns, and a winner also then, which is open until late.
 */
export const SHORT_EVENING_OPTIONS: OptionRanges<Options> = {
  ...FLOWER_WAR_OPTIONS,
  rackSize: { ...FLOWER_WAR_OPTIONS.rackSize, default: 6 },
  bestTribeWins: { values: [true, false], default: true, before: false },
  offeringsDecide: { values: [true, false], default: true, before: false },
  offeringsSpent: { values: [true, false], default: true, before: false },
};
