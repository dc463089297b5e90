import { findMissingWord, type GamePage } from "../page/index.ts";
import type { GameTypes } from "../game.ts";
import { type Check, checkEveryMatch, type ChooseMatches, randomPlayer } from "./check.ts";
import { playMatch, type Step } from "./matches.ts";
import { THOROUGH, type Trial } from "./trial.ts";

/** Returns the check of a game's page; none: the trial has no page. */
export function pageChecks(trial: Trial, choose: ChooseMatches): readonly Check[] {
  const { page } = trial;
  if (page === undefined) return [];
  const anything = randomPlayer(trial);
  return [
    checkEveryMatch(
      "the page has words for all that viewers are shown and can do",
      trial,
      choose({ quick: 6, thorough: THOROUGH }),
      (setting) => {
        playMatch(setting, anything, {
          after: (_, step) => {
            for (const viewer of [...setting.game.seatsFor(setting.seats), "public"])
              requireWords(page, step, viewer);
          },
        });
      },
    ),
  ];
}

function requireWords(
  page: GamePage,
  { before, after, command, events }: Step<GameTypes>,
  viewer: string,
): void {
  const { game } = page;
  const decisions = game.awaiting(before).map(({ decision }) => decision);
  for (const [language, { commands, events: lines, decisions: sentences }] of Object.entries(page.texts)) {
    const requireWord = (kind: string, words: object, name: string) => {
      if (!Object.hasOwn(words, name)) throw new Error(`texts.${language}.${kind} have no words for ${name}`);
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
