import { deckOf, kindOf, signOfCard } from "./cards.ts";
import type { CardEffect, StepOf } from "./flow.ts";
import type { Play } from "./play.ts";
import { nextHeldId } from "./state.ts";
import type { Card, Deck, Seat } from "./vocabulary.ts";

/** Day cards that resolve in one turn, for all seats together. */
export const MAX_DAY_CARDS_PER_TURN = 3;

/** Draws a deck's top card into a seat's hand, if there is one (canon section 6). */
export function drawToHand(play: Play, seat: Seat, deck: Deck): void {
  const card = nextCard(play, deck);
  if (card === null) return;
  play.emit({ type: "card-drawn", seat, deck, held: { id: nextHeldId(play.state), card } });
}

/**
 * Draws a Day card for a seat, if there is one. A flower is kept; any other card is laid on the current space's stack
 * and resolves, unless three did in this turn (canon section 7, Day deck).
 */
export function drawDayCard(play: Play, { seat, spoils }: StepOf<"day-card">): void {
  const card = nextCard(play, "day");
  if (card === null) return;
  const kept = signOfCard(card) === "flower" ? nextHeldId(play.state) : null;
  const resolves = kept === null && play.table.turn.dayCards < MAX_DAY_CARDS_PER_TURN;
  play.emit({ type: "day-card-drawn", seat, card, kept, resolves });
  if (!resolves) return;
  const effects = kindOf(card).day ?? [];
  play.schedule(...effects.map((effect): CardEffect => ({ step: "effect", seat, card, effect, spoils })));
}

/** Returns the next card of a deck, after reshuffling an empty one; `null` if no card is left. */
function nextCard(play: Play, deck: Deck): Card | null {
  if (play.table.decks[deck] === 0) reshuffle(play, deck);
  return play.state.hidden.decks[deck][play.table.decks[deck] - 1] ?? null;
}

/**
 * Shuffles a deck anew from its cards in the stacks, from space 1 to 20, each from the bottom up without its top card.
 */
function reshuffle(play: Play, deck: Deck): void {
  const gathered: Card[] = [];
  for (const stack of play.state.hidden.stacks) {
    for (const card of stack.slice(0, -1)) if (deckOf(card) === deck) gathered.push(card);
  }
  if (gathered.length === 0) return;
  const reader = play.readChance();
  const order = reader.shuffle(gathered);
  play.emit({ type: "reshuffled", deck, cards: order.length, order, chance: reader.position });
}
