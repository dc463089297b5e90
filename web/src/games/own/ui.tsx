import type { GameName } from "@flower-war/client-sdk";
import { digitKeys, type Keys } from "../../base/use-keys.ts";
import type { GameParts } from "../../game-frame/game-parts.ts";
import { createGameUi, type GameUi } from "../../game-frame/game-ui.tsx";
import { BOARD, type GameMotion, type Motion } from "../../game-frame/motion/motions.ts";
import type { Play, Sending } from "../../game-frame/sending.ts";
import { useSending } from "../../game-frame/sending.ts";
import type { OwnGame } from "../../session/own-games.ts";
import { i18n, type Language } from "../../texts/index.ts";
import { actionOf } from "./action.tsx";
import type { TableKey } from "./game-table.ts";
import { buttonsOf, type Command, type Fields, Own, type OwnScene } from "./own.ts";
import { OwnPart, tableOf, tryTo, wordsOf } from "./part.tsx";
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
    emblem: own.table.emblem ?? { sheet: "marks", id: "die-5" },
    className: styles.table,
    motion: motionOf(own),
    describeEvent: (event, reader) => own.eventSentences(event, reader),
    describeOutcome: (outcome, reader) => own.outcomeSentences(outcome, reader),
    seatsInPlay: ({ people }) => people.map(({ seat }) => seat),
    describeConcession: ({ seat }) => (seat === null ? null : []),
    opensHands: true,
    // The page cannot know what others know.
    isLoneInSight: () => false,
    useHandling: (scene, play) => useOwnHandling(own, scene, play),
    keysOf: (scene, handling) => keysOf(own, scene, handling),
    describeKeys: () => describeKeys(own),
    Players: (props) => <Players own={own} {...props} />,
    Board: (props) => <OwnPart own={own} part={props} name="Board" plain={<Board own={own} {...props} />} />,
    Notes: () => null,
    Side: (props) => <OwnPart own={own} part={props} name="Side" plain={null} />,
    Windows: (props) => <OwnPart own={own} part={props} name="Windows" plain={null} />,
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

function keysOf(own: Own, scene: OwnScene, handling: Sending<Command>): Keys {
  const { keys } = own.table;
  if (keys === undefined) return digitKeys(buttonsOf(own, scene), handling.send);
  const table = tableOf(own, { scene, drawn: scene, handling, serverTime: () => 0 });
  const press = ({ commandOf }: TableKey) => {
    const command = commandOf(table);
    if (command !== null) table.send(command);
  };
  return Object.fromEntries(keys.map((key) => [key.key, () => press(key)]));
}

function describeKeys(own: Own): readonly (readonly [key: string, does: string])[] {
  const { keys } = own.table;
  if (keys === undefined) return [["1–9", i18n._("Press the button of this number")]];
  return keys.map(({ key, does }) => [key.toUpperCase(), tryTo(() => does(wordsOf(own)), "")]);
}

/** Returns how a game moves. A motion that throws, or that cannot be performed, is left out. New things in a zone appear by themselves. */
function motionOf({ table: { motion = {} } }: Own): GameMotion<object, Fields> {
  const { fold = (_view, _event, after) => after, motionsOf = () => [] } = motion;
  return {
    fold: (...given) => tryTo(() => fold(...given), given[2]),
    motionsOf: (...given) =>
      tryTo(() => {
        const motions = motionsOf(...given);
        motions.forEach(requirePerformable);
        return motions;
      }, []),
  };
}

/** @throws DOMException for a selector that is none, TypeError for a point of a board that is no SVG element */
function requirePerformable(motion: Motion): void {
  const board = document.querySelector(BOARD);
  const places = motion.type === "fly" ? [motion.from, motion.to] : "what" in motion ? [motion.what] : [];
  for (const place of places) {
    if (typeof place === "string") document.querySelector(place);
    else if (board !== null && !(board instanceof SVGSVGElement))
      throw new TypeError("a point needs a board that is an svg element");
  }
}
