import type { GamePage, PageTexts } from "../page/index.ts";
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
              for (const [language, texts] of Object.entries(page.texts))
                requireWords(page, step, viewer, language, texts);
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
  language: string,
  texts: PageTexts,
): void {
  const { game } = page;
  const requireWord = (kind: "zones" | "things" | "decisions" | "commands" | "events", name: string) => {
    if (!Object.hasOwn(texts[kind], name))
      throw new Error(
        `texts.${language}.${kind} of the page have no words for ${name}, which ${viewer} is shown`,
      );
  };
  requireWord("commands", command.type);
  for (const { type } of events) requireWord("events", type);
  for (const state of [before, after]) {
    const view = game.view(state, viewer);
    for (const { decision } of game.awaiting(view)) requireWord("decisions", decision);
    for (const { name, things } of page.show(view)) {
      requireWord("zones", name);
      for (const thing of things)
        if ("name" in thing && thing.name !== null) requireWord("things", thing.name);
    }
  }
}
