import { defaultsOf } from "../options.ts";
import { withMinutes } from "../presets.ts";
import { FLOWER_WAR_OPTIONS, MEXICA_OPTIONS, SHORT_EVENING_OPTIONS } from "./options.ts";
import type { Options } from "./vocabulary.ts";

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

const SHORT_EVENING = {
  name: "short-evening",
  options: defaultsOf({ options: SHORT_EVENING_OPTIONS }),
};

export const FLOWER_WAR_PRESETS = withMinutes<Options>("flower-war", [
  presetOf(SHORT_EVENING),
  presetOf(FLOWER_WAR),
]);
export const MEXICA_PRESETS = withMinutes<Options>("mexica", [presetOf(MEXICA)]);

// #__NO_SIDE_EFFECTS__
function presetOf({ name, options }: Pick<Form, "name" | "options">): Pick<Form, "name" | "options"> {
  return { name, options };
}
