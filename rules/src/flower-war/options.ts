import { APOCALYPSE_TRIGGERS, BATTLE_STAKES, CARD_COSTS, COUNTDOWNS, type Options } from "./vocabulary.ts";
import { defaultsOf, type OptionRanges } from "../options.ts";
import { withMinutes } from "../presets.ts";

/** The options that a host may choose, with the defaults of `flower-war` (canon section 1). */
export const FLOWER_WAR_OPTIONS: OptionRanges<Options> = {
  battleStake: { values: BATTLE_STAKES, default: "one" },
  cardCosts: { values: CARD_COSTS, default: "printed" },
  apocalypseTrigger: { values: APOCALYPSE_TRIGGERS, default: 1 },
  countdown: { values: COUNTDOWNS, default: "keeper" },
  discRules: { values: [true, false], default: true },
  rackSize: { values: [4, 5, 6, 7, 8, 9, 10, 11, 12, 13], default: 13 },
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

/** One form of the game: its seats, and the options of a host who chooses nothing (canon section 1). */
export interface Form {
  readonly name: string;
  readonly seats: { readonly min: number; readonly max: number; readonly default: number };
  readonly options: Options;
}

/** The later form of the game, with its Rules of Play. */
export const FLOWER_WAR: Form = {
  name: "flower-war",
  seats: { min: 2, max: 6, default: 4 },
  options: defaultsOf({ options: FLOWER_WAR_OPTIONS }),
};

/** The first design. */
export const MEXICA: Form = {
  name: "mexica",
  seats: { min: 2, max: 4, default: 4 },
  options: defaultsOf({ options: MEXICA_OPTIONS }),
};

/** Short racks: the first disc is taken early, and with it the end begins. */
const SHORT_EVENING = { name: "short-evening", options: { ...FLOWER_WAR.options, rackSize: 6 } };

export const FLOWER_WAR_PRESETS = withMinutes<Options>("flower-war", [
  presetOf(SHORT_EVENING),
  presetOf(FLOWER_WAR),
]);
export const MEXICA_PRESETS = withMinutes<Options>("mexica", [presetOf(MEXICA)]);

// #__NO_SIDE_EFFECTS__
function presetOf({ name, options }: Pick<Form, "name" | "options">): Pick<Form, "name" | "options"> {
  return { name, options };
}
