import type { OptionsRead } from "../game.ts";
import type { FlowerWar } from "./types.ts";
import { APOCALYPSE_TRIGGERS, BATTLE_STAKES, CARD_COSTS, COUNTDOWNS, type Options } from "./vocabulary.ts";

const RACK_SIZES = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13] as const;

/** What each option takes (canon section 1), and how that is said to a host. */
const RANGES: {
  readonly [O in keyof Options]: { readonly values: readonly Options[O][]; expected: string };
} = {
  battleStake: oneOf(BATTLE_STAKES),
  cardCosts: oneOf(CARD_COSTS),
  apocalypseTrigger: oneOf(APOCALYPSE_TRIGGERS),
  countdown: oneOf(COUNTDOWNS),
  discRules: oneOf([true, false]),
  rackSize: { values: RACK_SIZES, expected: "an integer from 4 to 13" },
};

/** Completes a host's options from a preset's, or names the first one at fault and what it takes. */
export function readOptions(defaults: Options, input: unknown): OptionsRead<FlowerWar> {
  if (input === undefined) return { options: defaults };
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    return { option: "options", expected: "an object" };
  }
  for (const [option, value] of Object.entries(input)) {
    if (!isOption(option)) return { option, expected: "nothing: there is no such option" };
    const { values, expected } = RANGES[option];
    if (!(values as readonly unknown[]).includes(value)) return { option, expected };
  }
  return { options: { ...defaults, ...input } };
}

function isOption(name: string): name is keyof Options {
  return Object.hasOwn(RANGES, name);
}

function oneOf<V>(values: readonly V[]) {
  return { values, expected: `one of ${values.map((value) => JSON.stringify(value)).join(", ")}` };
}
