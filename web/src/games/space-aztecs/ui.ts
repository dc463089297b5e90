import {
  type Event,
  eventSentences,
  type Outcome,
  outcomeSentences,
} from "@flower-war/client-sdk/space-aztecs";
import type { GameParts } from "../../game-frame/game-parts.ts";
import { createGameUi } from "../../game-frame/game-ui.tsx";
import { i18n } from "../../texts/index.ts";
import { action } from "./action.tsx";
import { hand } from "./hand.tsx";
import { describeKeys, type Handling, keysOf, useHandling } from "./handling.ts";
import { motion } from "./motion.ts";
import { Players } from "./players.tsx";
import styles from "./table.module.css";
import { BoardPart, Notes, Side, Windows } from "./table.tsx";
import { gameWords, type SpaceAztecsScene, texts } from "./texts.ts";

const spaceAztecs: GameParts<SpaceAztecsScene, Handling, Event, Outcome> = {
  texts: gameWords,
  name: () => texts().game.name,
  emblem: { sheet: "sisters", id: "saucer" },
  className: styles.table,
  motion,
  describeEvent: (event, reader) => eventSentences(event, texts(), reader),
  describeOutcome: (outcome, reader) => outcomeSentences(outcome, texts(), reader),
  seatsInPlay: ({ view: { table } }) => table.seats.filter((each) => !table.out.includes(each)),
  describeConcession: ({ seat }) =>
    seat === null
      ? null
      : [
          i18n._("Your city stays as it lies, but no longer takes part."),
          i18n._("You come behind everybody who plays on, whatever your points."),
        ],
  // Piles are hidden, but all see of how many cards they are.
  isLoneInSight: () => true,
  opensHands: true,
  useHandling,
  keysOf,
  describeKeys,
  Players,
  Board: BoardPart,
  Notes,
  Side,
  hand,
  Windows,
  action,
};

/** Loads the table of Space Aztecs with its texts in a language. */
export const loadSpaceAztecs = createGameUi(spaceAztecs);
