import type { OptionRanges } from "../options.ts";
import { FLOWER_WAR, MEXICA } from "./presets.ts";
import { APOCALYPSE_TRIGGERS, BATTLE_STAKES, CARD_COSTS, COUNTDOWNS, type Options } from "./vocabulary.ts";

/** The options that a host may choose, with the defaults of each preset (canon section 1). */
export const FLOWER_WAR_OPTIONS = optionsWith(FLOWER_WAR.options);
export const MEXICA_OPTIONS = optionsWith(MEXICA.options);

function optionsWith(defaults: Options): OptionRanges<Options> {
  return {
    battleStake: { values: BATTLE_STAKES, default: defaults.battleStake },
    cardCosts: { values: CARD_COSTS, default: defaults.cardCosts },
    apocalypseTrigger: { values: APOCALYPSE_TRIGGERS, default: defaults.apocalypseTrigger },
    countdown: { values: COUNTDOWNS, default: defaults.countdown },
    discRules: { values: [true, false], default: defaults.discRules },
    rackSize: { values: [4, 5, 6, 7, 8, 9, 10, 11, 12, 13], default: defaults.rackSize },
  };
}
