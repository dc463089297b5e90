import { kindOf, signOfCard } from "./cards.ts";
import type { CardEffect, StepOf } from "./flow.ts";
import type { Play } from "./play.ts";
import { isInPlay, isOtherInPlay, othersInTurnOrder } from "./seats.ts";
import { offerByCard, payByCard } from "./skulls.ts";
import { handOf } from "./state.ts";
import type { Awaiting, Card, God, HeldCard, RefusalCode, Seat, Table } from "./vocabulary.ts";

/**
 * Requests the choice that a Day card asks for. If only one answer is possible by the public state, it is chosen.
 */
export function requestChoice(play: Play, step: CardEffect): Awaiting | null {
  const { seat, card } = step;
  const [only, ...others] = othersInTurnOrder(play.table, seat);
  if (only === undefined || others.length > 0 || asksForGod(card)) return { seat, decision: "choose", card };
  resolveChoice(play, step, only, undefined);
  return null;
}

/** Returns whether a Day card that asks for a seat asks for a god too. */
export function asksForGod(card: Card | undefined): boolean {
  if (card === undefined) return false;
  return kindOf(card).day?.some((does) => does.effect === "choose" && does.for === "offering") ?? false;
}

/** Returns why a choice is not possible; `null` if it is. */
export function checkChoice(
  table: Table,
  seat: Seat,
  target: Seat,
  god: God | undefined,
): RefusalCode | null {
  if (!isOtherInPlay(table, seat, target)) return "bad-target";
  return asksForGod(table.awaiting?.card) && god === undefined ? "bad-target" : null;
}

/** Applies a Day card to the chosen seat (canon section 7). */
export function resolveChoice(
  play: Play,
  { seat, effect }: CardEffect,
  target: Seat,
  god: God | undefined,
): void {
  if (effect.effect !== "choose") throw new Error("this effect has no choice");
  const offering = effect.for === "offering" && god !== undefined;
  play.emit({ type: "chose", seat, target, god: offering ? god : null });
  if (offering) offerByCard(play, target, god, effect.skulls);
  if (effect.for === "payment") payByCard(play, seat, target, effect.skulls);
  if (effect.for === "discard") play.schedule({ step: "discard", seat: target });
}

/**
 * Requests the card that the chosen seat discards. A single card is discarded without a decision; a seat with none, or
 * one that is out, discards nothing.
 */
export function requestDiscard(play: Play, { seat }: StepOf<"discard">): Awaiting | null {
  const [only, ...others] = handOf(play.state, seat);
  if (only === undefined || !isInPlay(play.table, seat)) return null;
  if (others.length > 0) return { seat, decision: "discard" };
  discardCard(play, seat, only);
  return null;
}

/** Returns why a card cannot be discarded: a seat gives up a sign only if it holds nothing else. */
export function checkDiscardCard(hand: readonly HeldCard[], { card }: HeldCard): RefusalCode | null {
  const onlySigns = hand.every((held) => signOfCard(held.card) !== null);
  return signOfCard(card) === null || onlySigns ? null : "not-playable-now";
}

/** Lays a card of a hand on the current space. */
export function discardCard(play: Play, seat: Seat, { id, card }: HeldCard): void {
  play.emit({ type: "discarded", seat, card, id });
}
