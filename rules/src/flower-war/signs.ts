import { spaceNumber } from "./board.ts";
import { signOfCard } from "./cards.ts";
import { holdsDisc } from "./discs.ts";
import { type HeldCard, type Seat, SIGNS, type Sign, type SpaceId, type Table } from "./vocabulary.ts";

/** The spaces of the discs that are signs too (canon section 8). */
const DISC_OF: { readonly [S in Sign]: number } = {
  eagle: spaceNumber("cuauhtli"),
  serpent: spaceNumber("coatl"),
  flower: spaceNumber("xochitl"),
};

/** Returns the sign that a disc is; `null` for most discs. */
export function signOfDisc(disc: SpaceId): Sign | null {
  return SIGNS.find((sign) => DISC_OF[sign] === spaceNumber(disc)) ?? null;
}

/** Returns the different signs that a seat holds, as cards of its hand or as discs. */
export function signsOf(table: Table, seat: Seat, hand: readonly HeldCard[]): readonly Sign[] {
  return SIGNS.filter((sign) => holdsSign(table, seat, hand, sign));
}

/** Returns whether a seat holds all three signs, and so has won (canon section 9). */
export function holdsAllSigns(table: Table, seat: Seat, hand: readonly HeldCard[]): boolean {
  return SIGNS.every((sign) => holdsSign(table, seat, hand, sign));
}

function holdsSign(table: Table, seat: Seat, hand: readonly HeldCard[], sign: Sign): boolean {
  return holdsDisc(table, seat, DISC_OF[sign]) || hand.some(({ card }) => signOfCard(card) === sign);
}
