import {
  type Card,
  faceOf,
  kindOf,
  PLACES,
  type Seat,
  type SetId,
  setOf,
} from "@flower-war/client-sdk/space-aztecs";

const SET_NOUNS: { readonly [S in SetId]: string } = { P: "pink", Y: "yellow", B: "blue", G: "green" };

/** By its name on the wire, as the canon and the lobby have it. */
export const seatNoun = (seat: Seat): string => `Seat ${seat}`;
export const setNoun = (set: SetId): string => SET_NOUNS[set];

/** The name of place `number`, 1-8. */
export const placeNoun = (number: number): string => `the ${PLACES[number - 1] ?? number}`;

/** E.g. `"Rabbit (pink, P01)"`, `"yellow Temple (YT1)"`, `"Codex of Dawn"`. */
export function cardNoun(card: Card): string {
  const { name } = faceOf(card);
  const set = setOf(card);
  if (set === null) return name;
  return kindOf(card) === "aztec"
    ? `${name} (${setNoun(set)}, ${card})`
    : `${setNoun(set)} ${name} (${card})`;
}

/** The same with its time, as its owner reads it. */
export const cardAtTime = (card: Card): string => `${faceOf(card).time} ${cardNoun(card)}`;

export const cardNouns = (cards: readonly Card[]): string => listed(cards.map(cardNoun));

/** E.g. `"a, b and c"`. */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** E.g. `"1 card"`, `"3 cards"`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
