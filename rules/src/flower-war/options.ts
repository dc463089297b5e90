import type { OptionRanges } from "../options.ts";
import { APOCALYPSE_TRIGGERS, BATTLE_STAKES, CARD_COSTS, COUNTDOWNS, type Options } from "./vocabulary.ts";

const RACK_SIZES = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13] as const;

/** What a host may choose (canon section 1), and what a preset has who chooses nothing. */
export function optionsWith(defaults: Options): OptionRanges<Options> {
  return {
    battleStake: { values: BATTLE_STAKES, default: defaults.battleStake },
    cardCosts: { values: CARD_COSTS, default: defaults.cardCosts },
    apocalypseTrigger: { values: APOCALYPSE_TRIGGERS, default: defaults.apocalypseTrigger },
    countdown: { values: COUNTDOWNS, default: defaults.countdown },
    discRules: { values: [true, false], default: defaults.discRules },
    rackSize: { values: RACK_SIZES, default: defaults.rackSize },
  };
}
