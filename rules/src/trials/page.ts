import { hasWords } from "../page/has-words.ts";
import { findMissingWord, type GamePage } from "../page/index.ts";
import type { GameTypes } from "../game.ts";
import { type Check, checkEveryMatch, type ChooseMatches, randomPlayer } from "./check.ts";
import { playMatch, type Setting, type Step } from "./matches.ts";
import { THOROUGH, type Trial } from "./trial.ts";

/** Returns the checks of a game's page and of its table. Empty if the trial has neither. */
export function pageChecks(trial: Trial, choose: ChooseMatches): readonly Check[] {
  const { page } = trial;
  const everyView = (
    name: string,
    require: (viewer: string, step: Step<GameTypes>, setting: Setting<GameTypes>) => void,
  ) =>
    checkEveryMatch(name, trial, choose({ quick: 6, thorough: THOROUGH }), (setting) => {
      playMatch(setting, randomPlayer(trial), {
        after: (_, step) => {
          for (const viewer of [...setting.game.seatsFor(setting.seats), "public"])
            require(viewer, step, setting);
        },
      });
    });
  const checks: Check[] = [];
  if (page !== undefined)
    checks.push(
      everyView("the page has words for all that viewers are shown and can do", (viewer, step) =>
        requireWords(page, step, viewer),
      ),
    );
  if (trial.draw !== undefined)
    checks.push(
      everyView("the table is drawn for every viewer", (viewer, { before, after }, { game, seats }) => {
        for (const state of [before, after])
          trial.draw?.(game.view(state, viewer), viewer === "public" ? null : viewer, game.seatsFor(seats));
      }),
    );
  return checks;
}

function requireWords(
  page: GamePage,
  { before, after, command, events }: Step<GameTypes>,
  viewer: string,
): void {
  const { game } = page;
  const decisions = game.awaiting(before).map(({ decision }) => decision);
  for (const [language, { commands, events: lines, decisions: sentences }] of Object.entries(page.texts)) {
    const requireWord = (kind: string, words: object | undefined, name: string) => {
      if (!hasWords(words, name)) throw new Error(`texts.${language}.${kind} have no words for ${name}`);
    };
    requireWord("commands", commands, command.type);
    for (const { type } of events) requireWord("events", lines, type);
    for (const decision of decisions) requireWord("decisions", sentences, decision);
  }
  for (const state of [before, after]) {
    const missing = findMissingWord(page, game.view(state, viewer));
    if (missing !== null) throw new Error(`${missing}, which ${viewer} is shown`);
  }
}
