import type { GameName } from "@flower-war/client-sdk";
import { createElement } from "react";
import type { GameUi } from "../game-frame/game-ui.ts";
import { type GameStory, momentsOf, pickMoments, type Story } from "../game-frame/story.ts";
import { loadGameUi, loadStory } from "../games/load-game.ts";
import { loadReplay, type ReplayedMatch } from "../record/load-replay.ts";
import { sceneAt } from "../record/scene-at.ts";
import { type Steps, stepsOf, turnAt } from "../record/steps.ts";
import { i18n } from "../texts/index.ts";

/** Loads the story of a finished match. Rejects if its record cannot be read. */
export const loadResultStory = async (id: string): Promise<Story> => resultStory(await loadReplay(id));

/** Tells the story of a match, with everything that its game needs loaded. */
export async function resultStory<G extends GameName>(replayed: ReplayedMatch<G>): Promise<Story> {
  const { replay } = replayed;
  const [ui, story] = await Promise.all([loadGameUi(replay), loadStory(replay)]);
  return storyOf(replayed, ui, story);
}

function storyOf<G extends GameName>(replayed: ReplayedMatch<G>, ui: GameUi<G>, story: GameStory<G>): Story {
  const { replay, people } = replayed;
  const steps = stepsOf(replay.entries, replay.game);
  const inRounds = replay.entries.some(({ events }) => events.some(({ type }) => type === "round-began"));
  const options = replay.view(0, null);
  const last = replay.entries.length;
  return {
    trophies: story.trophiesOf(replay.outcome),
    holdings: new Map(
      people.map(({ seat }) => [seat, story.describeHoldings(replay.view(last, seat), seat)] as const),
    ),
    facts: factsOf(steps, inRounds),
    moments: pickMoments(momentsOf(story, replay)).map(({ n, event, title, picture, seat }) => {
      const number = turnAt(steps, n)?.number ?? 0;
      return {
        n,
        when: inRounds ? i18n._("Round {number}", { number }) : i18n._("Turn {number}", { number }),
        title,
        words: ui.describeEvent(event, null, people, options) ?? "",
        picture,
        board: createElement(ui.Board, { scene: sceneAt(replayed, n) }),
        spot: story.spotOf({ event, seat }, replay.view(n, null)),
        seat,
      };
    }),
  };
}

function factsOf({ turns, battles }: Steps, inRounds: boolean): readonly string[] {
  const count = turns.at(-1)?.number ?? 0;
  const length = inRounds
    ? i18n._("{count, plural, one {# round} other {# rounds}}", { count })
    : i18n._("{count, plural, one {# turn} other {# turns}}", { count });
  if (battles.length === 0) return [length];
  return [length, i18n._("{n, plural, one {# battle} other {# battles}}", { n: battles.length })];
}
