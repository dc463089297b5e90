import type { Options } from "./vocabulary.ts";

/** What a host who chooses nothing plays (canon section 1). */
export interface Preset {
  readonly name: string;
  readonly seats: { readonly min: number; readonly max: number; readonly default: number };
  readonly options: Options;
}

/** The later form of the game, with its Rules of Play. */
export const FLOWER_WAR: Preset = {
  name: "flower-war",
  seats: { min: 2, max: 6, default: 4 },
  options: {
    battleStake: "one",
    cardCosts: "printed",
    apocalypseTrigger: 1,
    countdown: "keeper",
    discRules: true,
    rackSize: 13,
  },
};

/** The first design. */
export const MEXICA: Preset = {
  name: "mexica",
  seats: { min: 2, max: 4, default: 4 },
  options: {
    battleStake: "lower-roll",
    cardCosts: "free",
    apocalypseTrigger: 260,
    countdown: "turns",
    discRules: false,
    rackSize: 13,
  },
};
