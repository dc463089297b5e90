import { type Event, eventSentences, type Outcome, outcomeSentence } from "@flower-war/client-sdk/tieqchieq";
import type { GameParts } from "../../game-frame/game-parts.ts";
import { createGameUi } from "../../game-frame/game-ui.tsx";
import { action } from "./action.tsx";
import { Windows } from "./battle-window.tsx";
import { hand } from "./hand.tsx";
import { describeKeys, type Handling, keysOf, useHandling } from "./handling.ts";
import { motion } from "./motion.ts";
import { Players } from "./players.tsx";
import styles from "./table.module.css";
import { BoardPart, Notes, Side } from "./table.tsx";
import { gameWords, type TieqchieqScene, texts } from "./texts.ts";

const tieqchieq: GameParts<TieqchieqScene, Handling, Event, Outcome> = {
  texts: gameWords,
  name: () => texts().game.name,
  emblem: { sheet: "tieqchieq", id: "sun" },
  className: styles.table,
  motion,
  describeEvent: (event, reader, _view, followed) => eventSentences(event, texts(), reader, followed),
  describeOutcome: (outcome, reader) => [outcomeSentence(outcome, texts(), reader)],
  // The first concession ends the match.
  seatsInPlay: ({ people }) => people.map(({ seat }) => seat),
  describeConcession: ({ seat }) => (seat === null ? null : []),
  // Nothing is hidden.
  isLoneInSight: () => true,
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

/** Loads the table of Tıeqchıeq with its texts in a language. */
export const loadTieqchieq = createGameUi(tieqchieq);
