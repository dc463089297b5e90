import {
  eventSentences,
  outcomeSentences,
  REFUSALS,
  refusalWords,
} from "@flower-war/client-sdk/space-aztecs";
import { formatAll } from "@flower-war/client-sdk/texts";
import type { Language } from "../../texts/index.ts";
import type { GameUi } from "../../game-frame/game-ui.ts";
import { DialAlone } from "./board/dial-alone.tsx";
import { motion } from "./motion.ts";
import { Notes } from "./notes/notes.tsx";
import { PlayersAlone } from "./players/players-alone.tsx";
import { consequencesOf } from "./keys-help.tsx";
import { Table } from "./table.tsx";
import { loadTexts, readerFor, say, texts } from "./texts.ts";

/** Loads the table of Space Aztecs with its texts in a language. */
export async function loadSpaceAztecs(language: Language): Promise<GameUi<"space-aztecs">> {
  await loadTexts(language);
  return {
    Table,
    Board: DialAlone,
    motion,
    Players: PlayersAlone,
    Notes,
    describeEvent: (event, viewer, people) => {
      const sentences = eventSentences(event, texts(), readerFor(viewer, people));
      return sentences.length === 0 ? null : formatAll(sentences, texts().language);
    },
    describeOutcome: (outcome, { seat, people }) =>
      formatAll(outcomeSentences(outcome, texts(), readerFor(seat, people)), texts().language),
    consequencesOf,
    describeRefusal: (code) => {
      const known = REFUSALS.find((each) => each === code);
      return known === undefined ? undefined : say(refusalWords(known, texts(), readerFor(null, [])));
    },
  };
}
