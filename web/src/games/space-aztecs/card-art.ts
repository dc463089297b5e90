import {
  type Card,
  type CardKind,
  cardKindOf,
  faceOf,
  kindOf,
  setOf,
} from "@flower-war/client-sdk/space-aztecs";
import type { Picture } from "../../game-frame/story.ts";

const own = (id: string): Picture => ({ sheet: "sisters", id });
const sign = (id: string): Picture => ({ sheet: "signs", id });

const ART: { readonly [K in CardKind]: Picture } = {
  P01: sign("tochtli"),
  P02: own("quail"),
  P03: sign("itzcuintli"),
  P04: own("turkey"),
  P05: own("heron"),
  P06: own("fisher"),
  P07: own("potter"),
  P08: own("weaver"),
  P09: own("farmer"),
  P10: own("healer"),
  serpent: own("serpent"),
  jaguar: own("jaguar"),
  eagle: own("eagle"),
  alien: own("alien"),
  priest: own("priest"),
  B04: own("lady"),
  B07: own("ruler"),
  archivist: own("archivist"),
  "special-agent": own("agent"),
  "very-special-agent": own("vagent"),
  temple: own("temple"),
  saucer: own("saucer"),
  C1: own("c1"),
  C2: own("c2"),
  C3: own("c3"),
  C4: own("c4"),
  C5: own("c5"),
  C6: own("c6"),
  C7: own("c7"),
  C8: own("c8"),
};

/** The drawing of a card. */
export const artOf = (card: Card): Picture => ART[cardKindOf(card)];

const PLACE_ART: readonly Picture[] = [
  sign("atl"),
  own("p-market"),
  sign("xochitl"),
  own("p-ballcourt"),
  own("p-quarry"),
  own("p-forest"),
  own("p-volcano"),
  own("p-causeway"),
];

/** The drawing of a place, 1-8. */
export function placeArt(place: number): Picture {
  const art = PLACE_ART[place - 1];
  if (art === undefined) throw new RangeError(`there is no place ${place}`);
  return art;
}

const SET_COLOURS = { P: "pink", Y: "yellow", B: "blue", G: "green" };

/** Returns the name of a card's set in the colour tokens. */
export function setName(card: Card): string {
  const set = setOf(card);
  return set === null ? "codex" : SET_COLOURS[set];
}

/** The points that stand on a card: `"3"`, `"3+4"` for an Archivist, `"≤8"` for a Codex; `null`: none. */
export function printedPoints(card: Card): string | null {
  const { points, sheltered, role } = faceOf(card);
  switch (kindOf(card)) {
    case "temple":
      return null;
    case "saucer":
      return "+1";
    case "codex":
      return "≤8";
    case "aztec":
      if (role === "serpent") return "1–20";
      if (role === "jaguar") return "2–15";
      if (role === "eagle") return "3–18";
      if (role === "priest") return "10";
      return sheltered === undefined ? String(points ?? 0) : `${points ?? 0}+${sheltered}`;
  }
}

/** A number as it is printed, with a real minus sign. */
export const printNumber = (number: number): string => (number < 0 ? `−${-number}` : String(number));
