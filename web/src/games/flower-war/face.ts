import type { GameMap } from "@flower-war/client-sdk";
import type { GameFace } from "../face.ts";
import { Beside } from "./beside.tsx";
import { Board } from "./board.tsx";
import { commandWords } from "./command-words.ts";
import { awaitingWords } from "./decision-words.ts";
import { eventWords } from "./event-words.ts";
import { Hand } from "./hand.tsx";
import { seatNoun } from "./nouns.ts";
import { optionWords } from "./option-words.ts";
import { refusalWords } from "./refusal-words.ts";
import { Tribes } from "./tribes.tsx";
import { turnWords } from "./turn-words.ts";

export const flowerWar: GameFace<GameMap["flower-war"]> = {
  title: "Flower War",
  seatCounts: [2, 3, 4, 5, 6],
  optionWords,
  temples: true,
  Hand,
  Players: Tribes,
  Board,
  Beside,
  seatNoun,
  awaitingWords,
  turnWords,
  commandWords,
  eventWords,
  refusalWords,
};

/** The same table with the first design's rules. */
export const mexica: GameFace<GameMap["flower-war"]> = {
  ...flowerWar,
  title: "Mexica",
  seatCounts: [2, 3, 4],
};
