import { kindOf, signOfCard } from "./cards.ts";
import type { CardEffect, StepOf } from "./flow.ts";
import type { Play } from "./play.ts";
import { inPlay, isOtherInPlay, othersInTurnOrder } from "./seats.ts";
import { offerByCard, payByCard } from "./skulls.ts";
import { handOf } from "./state.ts";
import type { Awaiting, Card, God, HeldCard, Refusal, Seat, Table } from "./vocabulary.ts";

/** What the seat for which a Day card resolves is asked for, unless only one answer is possible for all to see. */
export function ask(play: Play, step: CardEffect): Awaiting | null {
  const { seat, card } = step;
  const [only, ...others] = othersInTurnOrder(play.table, seat);
  if (only === undefined || others.length > 0 || choosesGod(card)) return { seat, decision: "choose", card };
  choose(play, step, only, undefined);
  return null;
}

/** Whether a Day card that asks for a seat asks for a god too. */
export function choosesGod(card: Card | undefined): boolean {
  if (card === undefined) return false;
  return kindOf(card).day?.some((does) => does.effect === "choose" && does.for === "offering") ?? false;
}

/** Why a choice is none. */
export function refusesChoice(table: Table, seat: Seat, target: Seat, god: God | undefined): Refusal | null {
  if (!isOtherInPlay(table, seat, target)) return "bad-target";
  return choosesGod(table.awaiting?.card) && god === undefined ? "bad-target" : null;
}

/** The Day card does to the chosen seat what it does (canon section 7). */
export function choose(play: Play, { seat, effect }: CardEffect, target: Seat, god: God | undefined): void {
  if (effect.effect !== "choose") throw new Error("nothing is to be chosen");
  const offering = effect.for === "offering" && god !== undefined;
  play.happen({ type: "chose", seat, target, god: offering ? god : null });
  if (offering) offerByCard(play, target, god, effect.skulls);
  if (effect.for === "payment") payByCard(play, seat, target, effect.skulls);
  if (effect.for === "discard") play.next({ step: "discard", seat: target });
}

/** The chosen seat discards a card of its choice; its only card without asking, and nothing if it has none or is out. */
export function discardPhase(play: Play, { seat }: StepOf<"discard">): Awaiting | null {
  const [only, ...others] = handOf(play.state, seat);
  if (only === undefined || !inPlay(play.table, seat)) return null;
  if (others.length > 0) return { seat, decision: "discard" };
  discardChosen(play, seat, only);
  return null;
}

/** A sign is discarded only by a seat that holds nothing else. */
export function refusesDiscardCard(hand: readonly HeldCard[], { card }: HeldCard): Refusal | null {
  const onlySigns = hand.every((held) => signOfCard(held.card) !== null);
  return signOfCard(card) === null || onlySigns ? null : "not-playable-now";
}

/** The card is laid on the current space. */
export function discardChosen(play: Play, seat: Seat, { id, card }: HeldCard): void {
  play.happen({ type: "discarded", seat, card, id });
}
