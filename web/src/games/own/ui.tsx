import type { GameName } from "@flower-war/client-sdk";
import { digitKeys, type Keys } from "../../base/use-keys.ts";
import type { GameParts } from "../../game-frame/game-parts.ts";
import { createGameUi, type GameUi } from "../../game-frame/game-ui.tsx";
import type { Play, Sending } from "../../game-frame/sending.ts";
import { useSending } from "../../game-frame/sending.ts";
import type { OwnGame } from "../../session/own-games.ts";
import { i18n, type Language } from "../../texts/index.ts";
import { actionOf } from "./action.tsx";
import { buttonsOf, type Command, type Fields, Own, type OwnScene } from "./own.ts";
import { Board, hand, Players } from "./table.tsx";
import styles from "./table.module.css";

/** Loads the table of a game that the page does not know. */
export async function loadOwnUi(
  game: OwnGame,
  version?: number,
): Promise<(language: Language) => Promise<GameUi>> {
  const own = await Own.load(game, version);
  return createGameUi(partsOf(own)) as unknown as (language: Language) => Promise<GameUi<GameName>>;
}

function partsOf(own: Own): GameParts<OwnScene, Sending<Command>, Fields, object> {
  return {
    texts: own.words,
    name: () => own.texts.title,
    emblem: { sheet: "marks", id: "die-5" },
    className: styles.table,
    // What is new in a zone appears by itself.
    motion: { fold: (_view, _event, after) => after, motionsOf: () => [] },
    describeEvent: (event, reader) => own.eventSentences(event, reader),
    describeOutcome: (outcome, reader) => own.outcomeSentences(outcome, reader),
    describeConcession: ({ seat, people }) =>
      seat === null
        ? null
        : { losses: [], others: people.map((person) => person.seat).filter((other) => other !== seat) },
    opensHands: true,
    // The page cannot know what others know.
    isLoneInSight: () => false,
    useHandling: (scene, play) => useOwnHandling(own, scene, play),
    keysOf: (scene, handling) => keysOf(own, scene, handling),
    describeKeys: () => [["1–9", i18n._("Press the button of this number")]],
    Players: (props) => <Players own={own} {...props} />,
    Board: (props) => <Board own={own} {...props} />,
    Notes: () => null,
    Side: () => null,
    hand: (props) => hand({ own, ...props }),
    action: actionOf(own),
  };
}

function useOwnHandling(own: Own, { seat, people }: OwnScene, play: Play<Command>): Sending<Command> {
  const { refusals } = own.texts;
  return useSending<Command, string>({
    play,
    refusals: Object.keys(refusals),
    describeRefusal: (code) =>
      own.words.say({
        text: refusals[code] ?? code,
        values: { who: seat === null ? "" : own.words.readerFor({ seat, people }).nameOf(seat) },
      }),
  });
}

function keysOf(own: Own, scene: OwnScene, { send }: Sending<Command>): Keys {
  return digitKeys(buttonsOf(own, scene), send);
}
