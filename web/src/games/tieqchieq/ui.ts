import { eventSentences, outcomeSentence, REFUSALS, refusalWords } from "@flower-war/client-sdk/tieqchieq";
import type { Language } from "../../texts/index.ts";
import type { GameUi } from "../../game-frame/game-ui.ts";
import { BoardAlone } from "./table-board.tsx";
import { motion } from "./motion.ts";
import { Notes } from "./notes/notes.tsx";
import { PlayersAlone } from "./players/players-alone.tsx";
import { consequencesOf } from "./keys-help.tsx";
import { Table } from "./table.tsx";
import { loadTexts, readerFor, say, texts } from "./texts.ts";

/** Loads the table of Tıeqchıeq with its texts in a language. */
export async function loadTieqchieq(language: Language): Promise<GameUi<"tieqchieq">> {
  await loadTexts(language);
  return {
    Table,
    Board: BoardAlone,
    motion,
    Players: PlayersAlone,
    Notes,
    describeEvent: (event, viewer, people) => {
      const sentences = eventSentences(event, texts(), readerFor(viewer, people));
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
