import { shuffle } from "../chance.ts";
import { deckOf, kindOf, signOfCard } from "./cards.ts";
import type { CardEffect, StepOf } from "./flow.ts";
import type { Play } from "./play.ts";
import { nextHeldId } from "./state.ts";
import type { Card, Deck, Seat } from "./vocabulary.ts";

/** Day cards that resolve in one turn, for whomever. */
const MOST_DAY_CARDS_A_TURN = 3;

/** The deck's top card comes into a seat's hand, if there is one (canon section 6). */
export function drawToHand(play: Play, seat: Seat, deck: Deck): void {
  const card = topCard(play, deck);
  if (card === null) return;
  play.happen({ type: "card-drawn", seat, deck, held: { id: nextHeldId(play.state), card } });
}

/**
 * A Day card is drawn for a seat, if there is one: a flower is kept, any other is laid on the current space's stack and
 * resolves, unless three did in this turn (canon section 7, Day deck).
 */
export function dayCard(play: Play, { seat, spoils }: StepOf<"day-card">): void {
  const card = topCard(play, "day");
  if (card === null) return;
  const kept = signOfCard(card) === "flower" ? nextHeldId(play.state) : null;
  const resolves = kept === null && play.table.turn.dayCards < MOST_DAY_CARDS_A_TURN;
  play.happen({ type: "day-card-drawn", seat, card, kept, resolves });
  if (!resolves) return;
  const effects = kindOf(card).day ?? [];
  play.next(...effects.map((effect): CardEffect => ({ step: "effect", seat, card, effect, spoils })));
}

/** The card that is drawn next; an empty deck is reshuffled first. `null`: there is none to be had. */
function topCard(play: Play, deck: Deck): Card | null {
  if (play.table.decks[deck] === 0) reshuffle(play, deck);
  return play.state.hidden.decks[deck][play.table.decks[deck] - 1] ?? null;
}

/** A deck is made anew from its cards in the stacks, from space 1 to 20, each from the bottom up without its top. */
function reshuffle(play: Play, deck: Deck): void {
  const { seed, chance, stacks } = play.state.hidden;
  const gathered = stacks.flatMap((stack) => stack.slice(0, -1).filter((card) => deckOf(card) === deck));
  if (gathered.length === 0) return;
  const { value: order, position } = shuffle(seed, chance, gathered);
  play.happen({ type: "reshuffled", deck, cards: order.length, order, chance: position });
}
