import { eventSentences, outcomeSentence, REFUSALS, refusalWords } from "@flower-war/client-sdk/flower-war";
import type { Language } from "../../texts/index.ts";
import type { GameUi } from "../../game-frame/game-ui.ts";
import { BoardAlone } from "./board/board-alone.tsx";
import { motion } from "./motion/index.ts";
import { Notes } from "./notes/notes.tsx";
import { PlayersAlone } from "./players/players-alone.tsx";
import { consequencesOf } from "./questions/keys-help.tsx";
import { Table } from "./table.tsx";
import { loadTexts, readerFor, say, texts } from "./texts.ts";

type Ui = GameUi<"flower-war"> & GameUi<"mexica">;

/** Loads the table of Flower War and Mexica with its texts in a language. */
export async function loadFlowerWar(language: Language): Promise<Ui> {
  await loadTexts(language);
  return {
    Table,
    Board: BoardAlone,
    motion,
    Players: PlayersAlone,
    Notes,
    describeEvent: (event, viewer, people, view) => {
      const sentences = eventSentences(
        event,
        texts(),
        readerFor(viewer, people),
        view?.table.options ?? UNKNOWN_OPTIONS,
      );
      return sentences.length === 0 ? null : sentences.map(say).join(" ");
    },
    describeOutcome: (outcome, { seat, people }) =>
      say(outcomeSentence(outcome, texts(), readerFor(seat, people))),
    consequencesOf,
    describeRefusal: (code) => {
      const known = REFUSALS.find((each) => each === code);
      return known === undefined ? undefined : say(refusalWords(known, texts(), readerFor(null, [])));
    },
  };
}

/** While a match's table is not known, no change of a rule is shown. */
const UNKNOWN_OPTIONS = { discRules: false, apocalypseTrigger: 1 } as const;
