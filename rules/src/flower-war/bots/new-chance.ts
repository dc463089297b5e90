import { drawSeed, type RandomBelow, shuffle } from "../../bots/bot.ts";
import { blockAt } from "../../chance.ts";
import type { State } from "../state.ts";
import { type ByDeck, type Card, DECKS, type Deck } from "../vocabulary.ts";

/** Returns the same position with other dice, and with what is left of each deck in another order. */
export function withNewChance(state: State, random: RandomBelow): State {
  const { decks } = state.hidden;
  const reordered = (deck: Deck): readonly Card[] => {
    const left = state.table.decks[deck];
    return [...shuffle(decks[deck].slice(0, left), random), ...decks[deck].slice(left)];
  };
  const shuffled = Object.fromEntries(DECKS.map((deck) => [deck, reordered(deck)])) as ByDeck<
    readonly Card[]
  >;
  const seed = drawSeed(random);
  return { ...state, hidden: { ...state.hidden, decks: shuffled, seed, chance: 0, block: blockAt(seed, 0) } };
}
