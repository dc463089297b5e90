import { type Kind, laid, plain } from "./kind.ts";

/** The Rain deck's table (canon section 7). */
export const RAIN: readonly Kind[] = [
  { id: "serpent", copies: 1, sign: "serpent" },
  {
    id: "tlalocs-tears",
    copies: 5,
    cost: 0,
    turn: laid,
    lingers: { to: "anybody", does: "take", skulls: 1 },
  },
  {
    id: "chinampa",
    copies: 5,
    cost: 1,
    turn: laid,
    lingers: { to: "player", does: "take", skulls: 2 },
  },
  { id: "spring-rain", copies: 5, cost: 0, turn: plain({ effect: "take", skulls: 2 }) },
  { id: "downpour", copies: 3, cost: 2, turn: plain({ effect: "fill-rack", skulls: 4 }) },
  {
    id: "drought",
    copies: 3,
    cost: 1,
    turn: laid,
    lingers: { to: "next-other", does: "collect-nothing", skulls: 0 },
  },
  { id: "canoe", copies: 4, cost: 1, turn: plain({ effect: "launch-canoe" }) },
  {
    id: "causeway",
    copies: 2,
    cost: 3,
    turn: {
      target: "space",
      effects: ({ space }) => (space === undefined ? [] : [{ effect: "go-to", space }]),
    },
  },
  {
    id: "offering-bowl",
    copies: 3,
    cost: 1,
    turn: {
      target: "god",
      effects: ({ god }) => (god === undefined ? [] : [{ effect: "offer-from-supply", god, skulls: 3 }]),
    },
  },
  { id: "chalchiuhtlicue", copies: 3, cost: 1, turn: plain({ effect: "levy" }) },
  { id: "mist", copies: 3, cost: 0, battle: { stops: true } },
  {
    id: "tlaloque",
    copies: 3,
    cost: 2,
    turn: plain({ effect: "draw", deck: "war", cards: 1 }, { effect: "draw-day-card" }),
  },
];
