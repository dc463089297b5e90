import { type Card, SETS, type SetId, type Time } from "./vocabulary.ts";

/** The properties of an Aztec besides its points: a type of Warrior, a Priest and its Aliens, an Agent (canon sections 2, 6). */
export type Role = "serpent" | "jaguar" | "eagle" | "priest" | "alien" | "agent";

export type Kind = "aztec" | "temple" | "saucer" | "codex";

/** A row of the card table in canon section 2.1. */
export interface Face {
  readonly id: Card;
  readonly name: string;
  readonly time: Time;
  /** Points of the card itself; left out: none. */
  readonly points?: number;
  /** Additional points if a Temple covers it at the end; left out: none. */
  readonly sheltered?: number;
  readonly role?: Role;
}

/** Every card, in the order before the shuffle (canon section 11). */
export const FACES: readonly Face[] = [
  { id: "P01", name: "Rabbit", time: "00:00", points: 2 },
  { id: "P02", name: "Quail", time: "03:40", points: 2 },
  { id: "P03", name: "Dog", time: "06:00", points: 3 },
  { id: "P04", name: "Turkey", time: "08:40", points: 3 },
  { id: "P05", name: "Heron", time: "11:00", points: 3 },
  { id: "P06", name: "Fisher", time: "14:40", points: 4 },
  { id: "P07", name: "Potter", time: "15:40", points: 4 },
  { id: "P08", name: "Weaver", time: "18:00", points: 4 },
  { id: "P09", name: "Farmer", time: "21:40", points: 5 },
  { id: "P10", name: "Healer", time: "23:00", points: 5 },
  { id: "PT1", name: "Temple", time: "02:40" },
  { id: "PT2", name: "Temple", time: "09:40" },
  { id: "PT3", name: "Temple", time: "17:00" },
  { id: "PS1", name: "Flying Saucer", time: "05:00" },
  { id: "PS2", name: "Flying Saucer", time: "12:00" },
  { id: "PS3", name: "Flying Saucer", time: "20:40" },
  { id: "Y01", name: "Serpent Warrior", time: "00:20", role: "serpent" },
  { id: "Y02", name: "Serpent Warrior", time: "01:40", role: "serpent" },
  { id: "Y03", name: "Serpent Warrior", time: "05:20", role: "serpent" },
  { id: "Y04", name: "Jaguar Warrior", time: "07:40", role: "jaguar" },
  { id: "Y05", name: "Serpent Warrior", time: "10:00", role: "serpent" },
  { id: "Y06", name: "Jaguar Warrior", time: "12:20", role: "jaguar" },
  { id: "Y07", name: "Eagle Warrior", time: "16:00", role: "eagle" },
  { id: "Y08", name: "Jaguar Warrior", time: "17:20", role: "jaguar" },
  { id: "Y09", name: "Eagle Warrior", time: "19:40", role: "eagle" },
  { id: "Y10", name: "Eagle Warrior", time: "23:20", role: "eagle" },
  { id: "YT1", name: "Temple", time: "04:00" },
  { id: "YT2", name: "Temple", time: "11:20" },
  { id: "YT3", name: "Temple", time: "18:20" },
  { id: "YS1", name: "Flying Saucer", time: "06:20" },
  { id: "YS2", name: "Flying Saucer", time: "13:40" },
  { id: "YS3", name: "Flying Saucer", time: "22:00" },
  { id: "B01", name: "Alien", time: "00:40", points: 2, role: "alien" },
  { id: "B02", name: "Alien", time: "03:00", points: 2, role: "alien" },
  { id: "B03", name: "Alien", time: "06:40", points: 3, role: "alien" },
  { id: "B04", name: "Noble, Lady", time: "08:00", points: 4 },
  { id: "B05", name: "Alien", time: "11:40", points: 3, role: "alien" },
  { id: "B06", name: "Priest", time: "14:00", role: "priest" },
  { id: "B07", name: "Noble, Ruler", time: "15:00", points: 5 },
  { id: "B08", name: "Priest", time: "18:40", role: "priest" },
  { id: "B09", name: "Priest", time: "21:00", role: "priest" },
  { id: "B10", name: "Priest", time: "23:40", role: "priest" },
  { id: "BT1", name: "Temple", time: "05:40" },
  { id: "BT2", name: "Temple", time: "12:40" },
  { id: "BT3", name: "Temple", time: "20:00" },
  { id: "BS1", name: "Flying Saucer", time: "02:00" },
  { id: "BS2", name: "Flying Saucer", time: "09:00" },
  { id: "BS3", name: "Flying Saucer", time: "17:40" },
  { id: "G01", name: "Archivist", time: "01:00", points: 2, sheltered: 3 },
  { id: "G02", name: "Special Agent", time: "02:20", points: 2, role: "agent" },
  { id: "G03", name: "Archivist", time: "04:40", points: 2, sheltered: 4 },
  { id: "G04", name: "Special Agent", time: "08:20", points: 2, role: "agent" },
  { id: "G05", name: "Special Agent", time: "09:20", points: 2, role: "agent" },
  { id: "G06", name: "Archivist", time: "13:00", points: 3, sheltered: 3 },
  { id: "G07", name: "Very Special Agent", time: "15:20", points: 4, role: "agent" },
  { id: "G08", name: "Archivist", time: "16:40", points: 3, sheltered: 4 },
  { id: "G09", name: "Very Special Agent", time: "20:20", points: 4, role: "agent" },
  { id: "G10", name: "Archivist", time: "22:40", points: 4, sheltered: 4 },
  { id: "GT1", name: "Temple", time: "07:00" },
  { id: "GT2", name: "Temple", time: "14:20" },
  { id: "GT3", name: "Temple", time: "21:20" },
  { id: "GS1", name: "Flying Saucer", time: "03:20" },
  { id: "GS2", name: "Flying Saucer", time: "10:40" },
  { id: "GS3", name: "Flying Saucer", time: "19:00" },
  { id: "C1", name: "Codex of Dawn", time: "04:20" },
  { id: "C2", name: "Codex of Dusk", time: "16:20" },
  { id: "C3", name: "Codex of Stone", time: "01:20" },
  { id: "C4", name: "Codex of Shelter", time: "13:20" },
  { id: "C5", name: "Codex of the Open Sky", time: "10:20" },
  { id: "C6", name: "Codex of Many Peoples", time: "19:20" },
  { id: "C7", name: "Codex of Kin", time: "07:20" },
  { id: "C8", name: "Codex of Scribes", time: "22:20" },
];

const BY_ID: ReadonlyMap<Card, Face> = new Map(FACES.map((face) => [face.id, face]));

/**
 * Returns a card's row of the card table.
 * @throws RangeError if there is no such card
 */
export function faceOf(card: Card): Face {
  const face = BY_ID.get(card);
  if (face === undefined) throw new RangeError(`there is no card ${card}`);
  return face;
}

/** Returns the set that a card belongs to; `null` for a Codex. */
export function setOf(card: Card): SetId | null {
  return SETS.find((set) => card.startsWith(set)) ?? null;
}

export function kindOf(card: Card): Kind {
  if (card.startsWith("C")) return "codex";
  if (card[1] === "T") return "temple";
  return card[1] === "S" ? "saucer" : "aztec";
}

/** Returns the cards from the earliest to the latest. */
export function sortByTime(cards: readonly Card[]): readonly Card[] {
  return cards.toSorted((a, b) => (faceOf(a).time < faceOf(b).time ? -1 : 1));
}
