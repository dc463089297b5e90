import type { OptionsRead } from "../game.ts";
import type { Tieqchieq } from "./types.ts";
import { FIRSTS, type Options } from "./vocabulary.ts";

const DEFAULTS: Options = { first: "random" };

/** Completes a host's options, or names the first one at fault and what it takes. */
export function readOptions(input: unknown): OptionsRead<Tieqchieq> {
  if (input === undefined) return { options: DEFAULTS };
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    return { option: "options", expected: "an object" };
  }
  for (const [option, value] of Object.entries(input)) {
    if (option !== "first") return { option, expected: "nothing: there is no such option" };
    if (!FIRSTS.some((first) => first === value)) {
      return { option, expected: `one of ${FIRSTS.map((first) => JSON.stringify(first)).join(", ")}` };
    }
  }
  return { options: { ...DEFAULTS, ...input } };
}
