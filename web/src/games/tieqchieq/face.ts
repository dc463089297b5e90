import type { GameMap } from "@flower-war/client-sdk";
import type { GameFace } from "../face.ts";
import { Board } from "./board.tsx";
import { commandWords } from "./command-words.ts";
import { awaitingWords } from "./decision-words.ts";
import { eventWords } from "./event-words.ts";
import { seatNoun } from "./nouns.ts";
import { optionWords } from "./option-words.ts";
import { Players } from "./players.tsx";
import { refusalWords } from "./refusal-words.ts";
import { turnWords } from "./turn-words.ts";

export const tieqchieq: GameFace<GameMap["tieqchieq"]> = {
  title: "Tıeqchıeq",
  seatCounts: [2],
  optionWords,
  temples: false,
  Hand: null,
  Players,
  Board,
  Beside: null,
  seatNoun,
  awaitingWords,
  turnWords,
  commandWords,
  eventWords,
  refusalWords,
};
