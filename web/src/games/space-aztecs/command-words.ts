import type { Card, Command, Seat, View } from "@flower-war/client-sdk/space-aztecs";
import { SEATS } from "@flower-war/client-sdk/space-aztecs";
import type { Offer } from "../face.ts";
import { cardAtTime, cardNoun, counted, listed, placeNoun, seatNoun } from "./nouns.ts";

/** A legal command of Space Aztecs as the words of a button. */
export function commandWords(command: Command, { table }: View): Offer {
  switch (command.type) {
    case "take": {
      const cards = table.places[command.place - 1]?.cards ?? 0;
      return { words: `${placeNoun(command.place)}, ${counted(cards, "card")}`, group: "Take the pile of" };
    }
    case "choose":
      return { words: cardAtTime(command.card), group: "Choose a card, for good" };
    case "shelter":
      return { words: command.covered ? "Put it under the Temple" : "Leave it visible" };
    case "abduct":
      return { words: targetWords(command.targets), group: "Take with the Saucer" };
  }
}

function targetWords(targets: { readonly [seat: string]: Card }): string {
  const named = SEATS.flatMap((seat: Seat) => {
    const card = targets[seat];
    return card === undefined ? [] : [`${cardNoun(card)} of ${seatNoun(seat)}`];
  });
  return listed(named);
}
