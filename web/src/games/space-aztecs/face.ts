import type { GameMap } from "@flower-war/client-sdk";
import type { GameFace } from "../face.ts";
import { Board } from "./board.tsx";
import { commandWords } from "./command-words.ts";
import { awaitingWords } from "./decision-words.ts";
import { eventWords } from "./event-words.ts";
import { Hand } from "./hand.tsx";
import { seatNoun } from "./nouns.ts";
import { optionWords } from "./option-words.ts";
import { Players } from "./players.tsx";
import { refusalWords } from "./refusal-words.ts";
import { turnWords } from "./turn-words.ts";

export const spaceAztecs: GameFace<GameMap["space-aztecs"]> = {
  title: "Space Aztecs",
  seatCounts: [2, 3, 4, 5, 6],
  optionWords,
  temples: false,
  Hand,
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
