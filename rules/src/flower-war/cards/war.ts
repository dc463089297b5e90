import { type Kind, laid } from "./kind.ts";

/** The War deck's table (canon section 7). */
export const WAR: readonly Kind[] = [
  { id: "eagle", copies: 1, sign: "eagle" },
  { id: "macuahuitl", copies: 6, cost: 1, battle: { total: 1 } },
  { id: "obsidian-edge", copies: 4, cost: 2, battle: { total: 2 } },
  { id: "eagle-knight", copies: 3, cost: 3, battle: { total: 3 } },
  { id: "jaguar-knight", copies: 3, cost: 3, battle: { total: 2, stake: 1 } },
  { id: "atlatl", copies: 3, cost: 1, battle: { side: "attacker", total: 2 } },
  { id: "chimalli", copies: 5, cost: 1, battle: { side: "defender", total: 2 } },
  { id: "war-drum", copies: 3, cost: 2, battle: { stake: 2 } },
  { id: "captive", copies: 3, cost: 2, battle: { captives: 1 } },
  { id: "feathered-retreat", copies: 2, cost: 0, battle: { ends: true } },
  { id: "omen", copies: 3, cost: 1, battle: { rerolls: true } },
  {
    id: "ambush",
    copies: 3,
    cost: 1,
    turn: laid,
    lingers: { to: "next-other", does: "pay-player", skulls: 1 },
  },
  {
    id: "xochiyaoyotl",
    copies: 1,
    cost: 3,
    turn: { target: "seat", effects: ({ seat = null }) => [{ effect: "battle", seat }] },
  },
];
