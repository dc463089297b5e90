import { type Sentence, slotsOf, type Text, type Values } from "../../texts/format.ts";
import { STARTING_SPACE } from "../board.ts";
import { cardFace, type Day, dayOf } from "../card-face.ts";
import { CARDS, kindOf } from "../cards.ts";
import { bonusOfDisc } from "../discs.ts";
import { signOfDisc } from "../signs.ts";
import { type Card, SEATS, type SpaceId } from "../vocabulary.ts";
import { cardName, cardText } from "./names.ts";
import type { FlowerWarTexts } from "./en.ts";
import type { DayCardText } from "./types.ts";

/** A card in words. */
export interface CardWords {
  readonly name: string;
  /** The name with soft hyphens, for narrow cards. */
  readonly hyphenated: string;
  /** What the thing is; of a Day card, what its sign means. */
  readonly about: string;
  readonly deck: string;
  /** When it may be played. */
  readonly time: { readonly short: string; readonly rule: string };
  /** At most 14 words. */
  readonly short: Sentence;
  readonly rule: Sentence;
  /** How many of it the deck has. */
  readonly copies: Sentence;
}

/** A disc in words. */
export interface DiscWords {
  readonly name: SpaceId;
  readonly meaning: string;
  readonly earned: string;
  readonly tribute: string;
  readonly bonus: { readonly short: string; readonly rule: string };
  /** The sign that the disc also is; `null`: none. */
  readonly sign: Sentence | null;
  /** The rule that it changes for all seats if it triggers the apocalypse. */
  readonly change: string;
}

/** The signs with long names, by syllables. */
const SYLLABLES: { readonly [sign in SpaceId]?: readonly string[] } = {
  cuetzpalin: ["cuetz", "palin"],
  miquiztli: ["miquiz", "tli"],
  itzcuintli: ["itzcuin", "tli"],
  ozomahtli: ["ozomah", "tli"],
  malinalli: ["malinal", "li"],
  cozcacuauhtli: ["cozca", "cuauh", "tli"],
  quiahuitl: ["quia", "huitl"],
};

/** Returns the name of a Day card with soft hyphens. */
function hyphenate({ number, sign }: Day): string {
  return `${number} ${SYLLABLES[sign]?.join("\u00ad") ?? sign}`;
}

/** Returns a card in words, as it is printed. */
export function cardWords(card: Card, texts: FlowerWarTexts): CardWords {
  const { deck, copies, time } = cardFace(card);
  const day = dayOf(card);
  const name = cardName(card, texts);
  const {
    hyphenated = name,
    about,
    short,
    rule,
  } = day === null
    ? cardText(card, texts)
    : { ...dayTextOf(day, texts), hyphenated: hyphenate(day), about: texts.meanings[day.sign] };
  const values = valuesOf(card, texts);
  return {
    name,
    hyphenated,
    about,
    deck: texts.decks[deck].card,
    time: texts.times[time],
    short: sentence(short, values),
    rule: sentence(rule, values),
    copies: { text: texts.copies, values: { copies, cards: CARDS[deck].length } },
  };
}

/** Returns what a card costs, in words; `null` for signs and Day cards. */
export function costSentence(card: Card, cost: number, texts: FlowerWarTexts): Sentence | null {
  if (cardFace(card).cost === null) return null;
  return cost === 0 ? { text: texts.cost.free, values: {} } : { text: texts.cost.paid, values: { cost } };
}

/** Returns a space's disc in words. */
export function discWords(disc: SpaceId, texts: FlowerWarTexts): DiscWords {
  const sign = signOfDisc(disc);
  return {
    name: disc,
    meaning: texts.meanings[disc],
    earned: texts.discs.earned,
    tribute: texts.discs.tribute,
    bonus: texts.discs.bonuses[bonusOfDisc(disc)],
    sign: sign === null ? null : { text: texts.discs.sign, values: { sign: texts.signs[sign] } },
    change: texts.discs.changes[disc],
  };
}

/** The number of the quiahuitl that copies a disc (canon section 7). */
const COPYING = 13;

function dayTextOf({ sign, number }: Day, texts: FlowerWarTexts): DayCardText {
  return texts.dayCards[sign === "quiahuitl" && number === COPYING ? "quiahuitl-13" : sign];
}

/** Returns the numbers that a Day card's texts name, from its effects (canon section 7). */
function valuesOf(card: Card, texts: FlowerWarTexts): Values {
  const values: Record<string, string | number> = {};
  for (const does of kindOf(card).day ?? []) {
    if ("skulls" in does) values["skulls"] = does.skulls;
    if ("cards" in does) values["cards"] = does.cards;
    if ("spaces" in does) values["steps"] = Math.abs(does.spaces);
    if (does.effect === "raid") {
      values["double"] = 2 * does.skulls;
      const home = SEATS.find((seat) => STARTING_SPACE[seat] === does.space);
      if (home !== undefined) values["home"] = texts.seats[home].name;
    }
    if (does.effect === "battle" && does.seat !== null) values["home"] = texts.seats[does.seat].name;
  }
  return values;
}

/** Returns a text with the values that it uses. */
function sentence(text: Text, values: Values): Sentence {
  const used = slotsOf(text).map((slot) => [slot, values[slot] ?? ""] as const);
  return { text, values: Object.fromEntries(used) };
}
