import type { PreviewTexts } from "./types.ts";

export const en: PreviewTexts = {
  locale: "en_US",
  about: "A board game of twenty days, skulls and two gods. Play it in the browser, with friends or bots.",
  leads: {
    "flower-war":
      "Walk the ring of days, gather skulls, feed two gods, and find eagle, serpent and flower before the world ends.",
    mexica:
      "Flower War as it was first designed: cards are free, and 260 offerings begin the end of the world.",
    "space-aztecs":
      "All secretly choose a card at once. Build a city of cards before the saucers take the people away.",
    tieqchieq:
      "A race for two on a small board: toss the coins, cross the bridges, and bring six tokens home.",
  },
  tableOf: "{host}'s table: {game}",
  table: "A table: {game}",
  invitation: "An invitation to play {game}",
  free: "Free seats: {free} of {all}.",
  full: "All seats are taken, you can watch.",
  playing: "The match has begun, you can watch.",
  seated: "At the table: {people}.",
  over: "The match is over. See how it ended.",
};
