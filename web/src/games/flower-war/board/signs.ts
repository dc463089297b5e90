import {
  type Seat,
  SIGNS,
  type Sign,
  SPACES,
  type SpaceId,
  type Table,
  type View,
} from "@flower-war/client-sdk/flower-war";

/** The disc that each sign also is. */
export const DISC_OF_SIGN: Readonly<Record<Sign, SpaceId>> = {
  eagle: "cuauhtli",
  serpent: "coatl",
  flower: "xochitl",
};

/** Discs that seats hold, earned ones and copies, in the order of their spaces. */
export function discsOf(
  table: Table,
  seat: Seat,
): readonly { readonly disc: SpaceId; readonly copy: boolean }[] {
  const earned = SPACES.filter((_, index) => table.spaces[index]?.disc === seat);
  const copies = table.tribes[seat]?.copies ?? [];
  return [...earned.map((disc) => ({ disc, copy: false })), ...copies.map((disc) => ({ disc, copy: true }))];
}

/**
 * The signs that a viewer knows a seat to hold: as discs, as kept flowers, and in the viewer's own hand the eagle and the
 * serpent too. A seat's other hidden cards are never among them.
 */
export function knownSigns({ table, seat: viewer, hand }: View, seat: Seat): readonly Sign[] {
  const discs = new Set(discsOf(table, seat).map(({ disc }) => disc));
  const flowers = table.tribes[seat]?.cards.day ?? 0;
  return SIGNS.filter((sign) => {
    if (discs.has(DISC_OF_SIGN[sign])) return true;
    if (sign === "flower") return flowers > 0;
    return seat === viewer && hand.some(({ card }) => card === sign);
  });
}

/** Discs off the board at this moment. */
export function discsOff({ spaces }: Table): number {
  return spaces.filter(({ disc }) => disc !== null).length;
}

/** Discs off the board that begin the apocalypse, 1-3; 0 if 260 offerings do. */
export function discsToTrigger({ options: { apocalypseTrigger } }: Table): number {
  return apocalypseTrigger === 260 ? 0 : apocalypseTrigger;
}
