import type { Aim } from "./cards/kind.ts";
import { kindOf } from "./cards.ts";
import { costOf, refusesCost } from "./costs.ts";
import type { CardEffect } from "./flow.ts";
import type { Play } from "./play.ts";
import { isOtherInPlay } from "./seats.ts";
import type { Card, HeldCard, Refusal, Table } from "./vocabulary.ts";

/** Why the active seat cannot play a card of its hand in the cards phase (canon sections 7 and 14). */
export function refusesTurnCard(table: Table, card: Card, aim: Aim): Refusal | null {
  const { seat } = table.turn;
  const part = kindOf(card).turn;
  if (part === undefined) return "not-playable-now";
  if (part.target !== null && aim[part.target] === undefined) return "bad-target";
  if (part.target === "seat" && !isOtherInPlay(table, seat, aim.seat)) return "bad-target";
  return refusesCost(table, seat, card);
}

/** A card is paid for, laid down and acts; then the cards phase goes on. */
export function playTurnCard(play: Play, { id, card }: HeldCard, aim: Aim): void {
  const seat = play.active;
  play.happen({ type: "card-played", seat, card, id, cost: costOf(play.table, card) });
  const effects = kindOf(card).turn?.effects(aim) ?? [];
  play.next(...effects.map((effect): CardEffect => ({ step: "effect", seat, card, effect, spoils: false })), {
    step: "cards",
  });
}
