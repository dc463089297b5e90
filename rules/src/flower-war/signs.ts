import { signOfCard } from "./cards.ts";
import { holdsDisc } from "./discs.ts";
import { type HeldCard, type Seat, SIGNS, type Sign, type SpaceId, type Table } from "./vocabulary.ts";

/** The discs that are signs too (canon section 8). */
const DISC_OF: { readonly [S in Sign]: SpaceId } = { eagle: "cuauhtli", serpent: "coatl", flower: "xochitl" };

/** The different signs that a seat holds, as cards of its hand or as discs. */
export function signsOf(table: Table, seat: Seat, hand: readonly HeldCard[]): readonly Sign[] {
  return SIGNS.filter(
    (sign) => holdsDisc(table, seat, DISC_OF[sign]) || hand.some(({ card }) => signOfCard(card) === sign),
  );
}
