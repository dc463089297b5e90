import type { GameFace } from "../face.ts";
import { Beside } from "./beside.tsx";
import { Board } from "./board.tsx";
import { commandWords } from "./command-words.ts";
import { awaitingWords } from "./decision-words.ts";
import { eventWords } from "./event-words.ts";
import { Hand } from "./hand.tsx";
import { isSeat, seatNoun } from "./nouns.ts";
import { refusalWords } from "./refusal-words.ts";
import { Tribes } from "./tribes.tsx";
import { turnWords } from "./turn-words.ts";

export const flowerWar: GameFace = {
  title: "Flower War",
  Hand,
  Players: Tribes,
  Board,
  Beside,
  seatNoun: (seat) => (isSeat(seat) ? seatNoun(seat) : seat),
  awaitingWords,
  turnWords,
  commandWords,
  eventWords,
  refusalWords,
};
