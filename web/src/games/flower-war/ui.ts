import {
  type Event,
  eventSentences,
  type Outcome,
  outcomeSentence,
  spaceName,
  type View,
} from "@flower-war/client-sdk/flower-war";
import type { GameParts } from "../../game-frame/game-parts.ts";
import { createGameUi } from "../../game-frame/game-ui.tsx";
import { i18n } from "../../texts/index.ts";
import { action } from "./action.tsx";
import { describeKeys, type Handling, keysOf, useHandling } from "./handling.ts";
import { isIdleChoice } from "./idle-choices.ts";
import { isLoneInSight, standingCommand } from "./lone-acts.ts";
import { motion } from "./motion.ts";
import { Notes } from "./notes.tsx";
import { Players } from "./players.tsx";
import { Side } from "./side.tsx";
import { BoardPart, hand, Windows } from "./table.tsx";
import { type FlowerWarScene, gameWords, texts } from "./texts.ts";

const flowerWar: GameParts<FlowerWarScene, Handling, Event, Outcome> = {
  texts: gameWords,
  name: ({ game }) => texts().games[game].name,
  emblem: { sheet: "signs", id: "xochitl" },
  motion,
  describeEvent: (event, reader, view) =>
    eventSentences(event, texts(), reader, view?.table.options ?? UNKNOWN_OPTIONS),
  describeOutcome: (outcome, reader) => [outcomeSentence(outcome, texts(), reader)],
  seatsInPlay: ({ view: { table } }) => table.seats.filter((each) => table.tribes[each]?.out === 0),
  describeConcession,
  isLoneInSight,
  isIdleChoice,
  standingCommand,
  useHandling,
  keysOf,
  describeKeys,
  opensHands: true,
  Players,
  Board: BoardPart,
  Notes,
  Side,
  hand,
  Windows,
  action,
};

/** Loads the table of Flower War and Mexica with its texts in a language. */
export const loadFlowerWar = createGameUi(flowerWar);

/** While a match's table is not known, no change of a rule is shown. */
const UNKNOWN_OPTIONS = { discRules: false, apocalypseTrigger: 1 } as const;

function describeConcession({ view: { table, seat, hand: cards } }: { readonly view: View }) {
  const tribe = seat === null ? undefined : table.tribes[seat];
  if (tribe === undefined) return null;
  return [
    i18n._("{n, plural, one {# skull goes} other {# skulls go}} to supply.", { n: tribe.skulls }),
    i18n._("{n, plural, one {# card goes} other {# cards go}} onto {space}, without effect.", {
      n: cards.length,
      space: spaceName(tribe.space),
    }),
    i18n._("The discs that you earned go back to the board."),
  ];
}
