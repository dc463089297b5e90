/*
 * The guarantees of every game, tried in random matches of every size and with all options. The checks need no test framework:
 *
 *     const trial = trialOf(nim, { universe: () => COMMANDS, fields: { type: ["take"], count: [1, 4] } });
 *     for (const { name, run } of checksOf(trial)) test(name, run);
 *
 * They need the package fast-check, which is no dependency of the rules.
 */
import type { GameTypes } from "../game.ts";
import { answerChecks } from "./answers.ts";
import type { Check, ChooseMatches } from "./check.ts";
import { foldingChecks } from "./folding.ts";
import { pageChecks } from "./page.ts";
import { secrecyChecks } from "./secrecy.ts";
import type { Trial } from "./trial.ts";

export { anyAnswerOf, anyCommandOf } from "./any-command.ts";
export type { Check, ChooseMatches, Matches } from "./check.ts";
export { anyOptionsOf, type Player, type Setting, type Step, settingsOf } from "./matches.ts";
export { type Trial, trialOf } from "./trial.ts";

/**
 * Returns the checks of a game: `decide` folds into what `evolve` gives, `legal` lists what `decide` accepts, the fallback is accepted,
 * a match can be replayed byte for byte, views and redacted events show nothing that a viewer may not know, bad input is refused, and a page has words for all that it shows.
 * @param choose how many matches a check plays; default: few, which take seconds
 */
export function checksOf<T extends GameTypes>(
  trial: Trial<T>,
  choose: ChooseMatches = ({ quick }) => quick,
): readonly Check[] {
  const any = trial as unknown as Trial;
  return [
    ...foldingChecks(any, choose),
    ...answerChecks(any, choose),
    ...secrecyChecks(any, choose),
    ...pageChecks(any, choose),
  ];
}
