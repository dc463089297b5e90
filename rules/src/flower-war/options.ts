import type { OptionsRead } from "../game.ts";
import type { FlowerWar } from "./types.ts";
import type { Options } from "./vocabulary.ts";

/** The preset `flower-war` (canon section 1). */
const DEFAULT_OPTIONS: Options = { rackSize: 13 };

const RACK_SIZE = { min: 4, max: 13 };

/** Completes a host's options, or names the first one at fault and what it takes. */
export function readOptions(input: unknown): OptionsRead<FlowerWar> {
  if (input === undefined) return { options: DEFAULT_OPTIONS };
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    return { option: "options", expected: "an object" };
  }
  const options = { ...DEFAULT_OPTIONS };
  for (const [option, value] of Object.entries(input)) {
    if (option !== "rackSize") return { option, expected: "nothing: there is no such option" };
    if (!isRackSize(value))
      return { option, expected: `an integer from ${RACK_SIZE.min} to ${RACK_SIZE.max}` };
    options.rackSize = value;
  }
  return { options };
}

function isRackSize(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= RACK_SIZE.min && Number(value) <= RACK_SIZE.max;
}
