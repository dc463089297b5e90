import type { GameMap, GameName } from "@flower-war/client-sdk";
import type { ReactNode } from "react";
import type { Language } from "../texts/index.ts";
import type { GameParts } from "./game-parts.ts";
import type { GameMotion } from "./motion/motions.ts";
import { type CommandOf, type Scene, type TableScene, type ViewerOf, withoutCommands } from "./scene.ts";
import type { Sending } from "./sending.ts";
import { type Consequences, consequencesOf } from "./table/concession.ts";
import { createTable, type TableProps } from "./table/game-table.tsx";
import { tableWords } from "./table-words.ts";

export interface LookedAt<S> {
  readonly scene: S;
  /** The server's time, ms since 1970, for running clocks. Default: no clock runs. */
  readonly serverTime?: () => number;
}

/** A game as the pages use it, with its texts in the page's language. */
export interface GameUi<G extends GameName = GameName> {
  /** The whole table: players, board, hand, what can be done now. */
  readonly Table: (props: TableProps<Scene<G>, GameMap[G]["command"]>) => ReactNode;
  /** The board alone, small, for results, replays and the door. */
  readonly Board: (props: { readonly scene: Scene<G> }) => ReactNode;
  /** What moves on the table at each event. */
  readonly motion: GameMotion<GameMap[G]["view"], GameMap[G]["event"]>;
  /** Whether the players can be looked at with open hands. */
  readonly opensHands: boolean;
  /** The players and what they have, to look at beside a board. */
  readonly Players: (props: LookedAt<Scene<G>>) => ReactNode;
  /** What stands in the corners around a board. */
  readonly Notes: (props: { readonly scene: Scene<G> }) => ReactNode;
  /**
   * Returns an event of the log in words; `null`: it gets no line in the log. `view`: any view of the match, for its options. `followed`:
   * whether another event of the same command came after it.
   */
  readonly describeEvent: (
    event: GameMap[G]["event"],
    viewer: GameMap[G]["seat"] | null,
    people: Scene<G>["people"],
    view?: GameMap[G]["view"],
    followed?: boolean,
  ) => string | null;
  /** Returns who won and how, in one sentence. */
  readonly describeOutcome: (
    outcome: GameMap[G]["outcome"],
    viewer: Pick<Scene<G>, "seat" | "people">,
  ) => string;
  /** Returns what is awaited, as a sentence to the viewer; empty: nothing. */
  readonly describeAwaited: (scene: Scene<G>) => string;
  /** Returns the seats that have not conceded, in turn order, as far as the page can know. */
  readonly seatsInPlay: (scene: Scene<G>) => readonly string[];
  /** Returns what follows if the viewer concedes; `null`: they have nothing to concede. */
  readonly consequencesOf: (scene: Scene<G>) => Consequences | null;
}

/**
 * Makes of a game's parts what the pages use.
 * @returns a function that loads it with the game's texts in a language
 */
export function createGameUi<S extends TableScene, H extends Sending<CommandOf<S>>, Event, Outcome>(
  game: GameParts<S, H, Event, Outcome>,
) {
  const { texts, motion, Notes, opensHands = false } = game;
  const ui = {
    Table: createTable(game),
    Board: ({ scene }: { readonly scene: S }) => <game.Board {...lookedAt(scene)} />,
    Players: ({ scene, serverTime }: LookedAt<S>) => (
      <game.Players {...lookedAt(scene)} {...(serverTime && { serverTime })} />
    ),
    Notes,
    motion,
    opensHands,
    describeEvent: (
      event: Event,
      seat: S["seat"],
      people: S["people"],
      view?: S["view"],
      followed?: boolean,
    ) => {
      // An entry of every game, by whose line stands whose it is.
      const words = tableWords(Object(event), people);
      if (words !== null) return words;
      const sentences = game.describeEvent(event, texts.readerFor({ seat, people }), view, followed);
      return sentences.length === 0 ? null : texts.sayAll(sentences);
    },
    describeOutcome: (outcome: Outcome, viewer: ViewerOf<S>) =>
      texts.sayAll(game.describeOutcome(outcome, texts.readerFor(viewer))),
    describeAwaited: (scene: S) => game.action.describeAwaited(scene),
    seatsInPlay: (scene: S) => game.seatsInPlay(scene),
    consequencesOf: (scene: S) => consequencesOf(game, scene),
  };
  return async (language: Language) => {
    await texts.loadTexts(language);
    // Another value in each language: what was written in one is written again in the other. The components stay the same.
    return { ...ui };
  };
}

/** What parts get of a scene that is only looked at. */
function lookedAt<S extends TableScene>(given: S) {
  const scene = withoutCommands(given);
  return { scene, drawn: scene, handling: null, serverTime: () => 0 };
}
