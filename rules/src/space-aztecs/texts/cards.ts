import { format, type Sentence, slotsOf } from "../../texts/format.ts";
import { faceOf, kindOf, setOf } from "../cards.ts";
import { type Card, PLACES } from "../vocabulary.ts";
import type { SpaceAztecsTexts } from "./en.ts";
import { CARD_KINDS, type CardKind } from "./types.ts";

/** A card in words. */
export interface CardWords {
  readonly name: string;
  /** Its set's colour; `null` for a Codex. */
  readonly set: string | null;
  readonly kind: string;
  readonly time: string;
  /** At most 14 words. */
  readonly short: Sentence;
  readonly rule: Sentence;
}

/** Returns which texts a card has. */
export function cardKindOf(card: Card): CardKind {
  const { role, sheltered, points = 0 } = faceOf(card);
  const kind = kindOf(card);
  if (kind === "temple" || kind === "saucer") return kind;
  if (role === "agent") return points > SPECIAL_AGENT_POINTS ? "very-special-agent" : "special-agent";
  if (role !== undefined) return role;
  if (sheltered !== undefined) return "archivist";
  const own = CARD_KINDS.find((each) => each === card);
  if (own === undefined) throw new RangeError(`the card ${card} has no texts`);
  return own;
}

/** Returns a card's name, e.g. `"Rabbit"` or `"Pink Temple"`. */
export function cardName(card: Card, texts: SpaceAztecsTexts): string {
  const kind = kindOf(card);
  const set = setOf(card);
  if (set !== null && (kind === "temple" || kind === "saucer")) return texts.sets[set][kind];
  return texts.cards[cardKindOf(card)].name;
}

/** Returns a card's name with its time, e.g. `"08:40 Turkey"`. */
export function cardAtTime(card: Card, texts: SpaceAztecsTexts): string {
  const values = { time: faceOf(card).time, card: cardName(card, texts) };
  return format(texts.cardAtTime, values, texts.language);
}

/** Returns a card in words, as it is printed. */
export function cardWords(card: Card, texts: SpaceAztecsTexts): CardWords {
  const { short, rule } = texts.cards[cardKindOf(card)];
  const { time, points = 0, sheltered = 0 } = faceOf(card);
  const set = setOf(card);
  const several = kindOf(card) === "aztec" || set === null ? "" : texts.sets[set].plural;
  const values: Sentence["values"] = { points, sheltered, set: several };
  const sentence = (text: string): Sentence => ({
    text,
    values: Object.fromEntries(slotsOf(text).map((slot) => [slot, values[slot] ?? ""])),
  });
  return {
    name: cardName(card, texts),
    set: set === null ? null : texts.sets[set].name,
    kind: texts.kinds[kindOf(card)],
    time,
    short: sentence(short),
    rule: sentence(rule),
  };
}

/** Returns the name of a place, 1-8. */
export function placeName(number: number, texts: SpaceAztecsTexts): string {
  const place = PLACES[number - 1];
  if (place === undefined) throw new RangeError(`there is no place ${number}`);
  return texts.places[place];
}

/** Points of a Special Agent; a Very Special Agent has more (canon section 2.1). */
const SPECIAL_AGENT_POINTS = 2;
