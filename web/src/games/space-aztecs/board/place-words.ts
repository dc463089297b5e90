import { placeName, type Seat, type Table } from "@flower-war/client-sdk/space-aztecs";
import type { Reader } from "@flower-war/client-sdk/texts";
import { i18n } from "../../../texts/index.ts";
import { texts } from "../texts.ts";

/** A place as it is read out: "Garden, 4 cards, held by Jun". */
export function placeLabel(table: Table, place: number, reader: Reader<Seat>, canTake: boolean): string {
  const { cards = 0, heldBy = null } = table.places[place - 1] ?? {};
  return [
    placeName(place, texts()),
    i18n._("{cards, plural, one {# card} other {# cards}}", { cards }),
    holderWords(heldBy, reader),
    ...(canTake ? [i18n._("you can take it")] : []),
  ].join(", ");
}

function holderWords(holder: Seat | null, reader: Reader<Seat>): string {
  if (holder === null) return i18n._("free");
  if (holder === reader.seat) return i18n._("held by you");
  return i18n._("held by {who}", { who: reader.nameOf(holder) });
}
