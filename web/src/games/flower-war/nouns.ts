import type { Card, Deck, God, Seat, SpaceId } from "@flower-war/client-sdk/flower-war";
import { SPACES } from "@flower-war/client-sdk/flower-war";

/** What the names of the spaces mean (canon section 2). */
export const GLOSSES: { readonly [S in SpaceId]: string } = {
  cipactli: "crocodile",
  ehecatl: "wind",
  calli: "house",
  cuetzpalin: "lizard",
  coatl: "serpent",
  miquiztli: "death",
  mazatl: "deer",
  tochtli: "rabbit",
  atl: "water",
  itzcuintli: "dog",
  ozomahtli: "monkey",
  malinalli: "grass",
  acatl: "reed",
  ocelotl: "jaguar",
  cuauhtli: "eagle",
  cozcacuauhtli: "vulture",
  olin: "movement",
  tecpatl: "flint",
  quiahuitl: "rain",
  xochitl: "flower",
};

const SEAT_NOUNS: { readonly [S in Seat]: string } = {
  east: "East",
  north: "North",
  south: "South",
  topan: "Topan",
  mictlan: "Mictlan",
  west: "West",
};

const GOD_NOUNS: { readonly [G in God]: string } = {
  huitzilopochtli: "Huitzilopochtli",
  tlaloc: "Tlaloc",
};

const DECK_NOUNS: { readonly [D in Deck]: string } = { war: "War", rain: "Rain", day: "Day" };

export const seatNoun = (seat: Seat): string => SEAT_NOUNS[seat];
export const godNoun = (god: God): string => GOD_NOUNS[god];
export const deckNoun = (deck: Deck): string => DECK_NOUNS[deck];

/** The id of space `number`, 1-20. */
export function spaceId(number: number): SpaceId {
  const id = SPACES[number - 1];
  if (id === undefined) throw new RangeError(`no space has the number ${number}`);
  return id;
}

/** E.g. `"7 mazatl"`. */
export const spaceNoun = (number: number): string => `${number} ${spaceId(number)}`;

/** E.g. `"obsidian edge"`; a Day card `"7-xochitl"` is `"7 xochitl"`. */
export const cardNoun = (card: Card): string => card.replaceAll("-", " ");

/** E.g. `"1 skull"`, `"3 skulls"`. */
export const skulls = (count: number): string => counted(count, "skull");

/** E.g. `"1 card"`, `"3 cards"`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** E.g. `"acatl, calli and olin"`. */
export const listed = (nouns: readonly string[]): string => listFormat.format(nouns);
const listFormat = new Intl.ListFormat("en-GB", { type: "conjunction" });
