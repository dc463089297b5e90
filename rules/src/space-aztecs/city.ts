import { kindOf, setOf } from "./cards.ts";
import type { Card, City, SetId, Temple } from "./vocabulary.ts";

export const EMPTY_CITY: City = { visible: [], temples: [], codices: [], saucers: [] };

/** Returns the Aztecs that Temples cover. */
export function coveredIn({ temples }: City): readonly Card[] {
  return temples.flatMap(({ covers }) => covers);
}

/** Returns every Aztec of a city. Those that a Saucer took are not in it. */
export function aztecsIn(city: City): readonly Card[] {
  return [...city.visible, ...coveredIn(city)];
}

/** Returns the visible Aztecs of a set. */
export function visibleOf({ visible }: City, set: SetId | null): readonly Card[] {
  return visible.filter((card) => setOf(card) === set);
}

/** Returns the Temple of a set that was built last. */
export function newestTemple({ temples }: City, set: SetId | null): Temple | undefined {
  return temples.findLast(({ card }) => setOf(card) === set);
}

/** Returns every card in front of a seat, including those under its Saucers. */
export function cardsIn({ visible, temples, codices, saucers }: City): readonly Card[] {
  return [
    ...visible,
    ...temples.flatMap(({ card, covers }) => [card, ...covers]),
    ...codices,
    ...saucers.flatMap(({ card, took }) => [card, ...took]),
  ];
}

/** Returns a city with one more card of its own, which covers or took nothing yet. */
export function withCard(city: City, card: Card): City {
  switch (kindOf(card)) {
    case "aztec":
      return { ...city, visible: [...city.visible, card] };
    case "temple":
      return { ...city, temples: [...city.temples, { card, covers: [] }] };
    case "saucer":
      return { ...city, saucers: [...city.saucers, { card, took: [] }] };
    case "codex":
      return { ...city, codices: [...city.codices, card] };
  }
}

/** Returns a city in which visible Aztecs have moved under one of its Temples. */
export function withCovered(city: City, temple: Card, covers: readonly Card[]): City {
  return {
    ...city,
    visible: city.visible.filter((card) => !covers.includes(card)),
    temples: city.temples.map((each) =>
      each.card === temple ? { ...each, covers: [...each.covers, ...covers] } : each,
    ),
  };
}
