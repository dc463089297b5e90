import type { Command, View } from "@flower-war/client-sdk/flower-war";
import type { Offer } from "../face.ts";
import { cardNoun, counted, godNoun, seatNoun, spaceNoun } from "./nouns.ts";

type CommandType = Command["type"];
type CommandOf<T extends CommandType> = { [K in T]: { type: K } & Extract<Command, { type: K }> }[T];
type Offers = { readonly [T in CommandType]: (command: CommandOf<T>, view: View) => Offer };

const OFFERS: Offers = {
  roll: () => ({ words: "Roll the die" }),
  move: ({ steps }) => ({ words: `Move ${counted(steps, "step")}` }),
  challenge: ({ seat }) => ({ words: `Challenge ${seatNoun(seat)}` }),
  "play-battle-card": ({ card }, view) => ({ words: `Play ${heldNoun(card, view)}`, group: "Battle cards" }),
  pass: () => ({ words: "Pass" }),
  "pay-card": ({ card }, view) => ({ words: `Give up ${heldNoun(card, view)}` }),
  "discard-card": ({ card }, view) => ({ words: `Discard ${heldNoun(card, view)}` }),
  choose: ({ seat, god }) => ({
    words: `Choose ${seatNoun(seat)}${god === undefined ? "" : `, for ${godNoun(god)}`}`,
  }),
  sacrifice: ({ god }) => ({ words: `Offer a skull to ${godNoun(god)}` }),
  trade: () => ({ words: "Trade with Tonantzin" }),
  "play-card": (command, view) => ({
    words: `${heldNoun(command.card, view)}${targetClause(command)}`,
    group: "Play a card",
  }),
  discard: ({ card }, view) => ({ words: heldNoun(card, view), group: "Discard a card" }),
  "end-turn": () => ({ words: "End the turn" }),
  concede: () => ({ words: "Concede the match", grave: true }),
};

/** A legal command of Flower War as the words of a button. */
export function commandWords<T extends CommandType>(command: CommandOf<T>, view: View): Offer {
  return OFFERS[command.type](command, view);
}

function heldNoun(id: string, view: View): string {
  const held = view.hand.find((card) => card.id === id);
  return held === undefined ? id : cardNoun(held.card);
}

function targetClause({ seat, god, space }: Extract<Command, { type: "play-card" }>): string {
  const targets = [
    seat === undefined ? null : `against ${seatNoun(seat)}`,
    god === undefined ? null : `for ${godNoun(god)}`,
    space === undefined ? null : `to ${spaceNoun(space)}`,
  ].filter((target) => target !== null);
  return targets.length === 0 ? "" : ` ${targets.join(", ")}`;
}
