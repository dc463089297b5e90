import type { GameFace } from "../face.ts";
import { commandWords } from "./command-words.ts";
import { awaitingWords } from "./decision-words.ts";
import { eventWords } from "./event-words.ts";
import { Hand } from "./hand.tsx";
import { isSeat, seatNoun } from "./nouns.ts";
import { refusalWords } from "./refusal-words.ts";
import { Table } from "./table.tsx";
import { turnWords } from "./turn-words.ts";

export const flowerWar: GameFace = {
  title: "Flower War",
  Table,
  Hand,
  seatNoun: (seat) => (isSeat(seat) ? seatNoun(seat) : seat),
  awaitingWords,
  turnWords,
  commandWords,
  eventWords,
  refusalWords,
};
