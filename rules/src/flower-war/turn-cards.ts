import type { Aim } from "./cards/kind.ts";
import { kindOf } from "./cards.ts";
import { checkCost, costOf } from "./costs.ts";
import type { CardEffect } from "./flow.ts";
import type { Play } from "./play.ts";
import { isOtherInPlay } from "./seats.ts";
import type { Card, HeldCard, RefusalCode, Table } from "./vocabulary.ts";

/**
 * Returns why the active seat cannot play a card of its hand in the cards phase (canon sections 7 and 14); `null` if it
 * can.
 */
export function checkTurnCard(table: Table, card: Card, aim: Aim): RefusalCode | null {
  const { seat } = table.turn;
  const part = kindOf(card).turn;
  if (part === undefined) return "not-playable-now";
  if (part.target !== null && aim[part.target] === undefined) return "bad-target";
  if (part.target === "seat" && !isOtherInPlay(table, seat, aim.seat)) return "bad-target";
  return checkCost(table, seat, card);
}

/** Pays for a card, lays it down and schedules its effects; then the cards phase goes on. */
export function playTurnCard(play: Play, { id, card }: HeldCard, aim: Aim): void {
  const seat = play.active;
  play.emit({ type: "card-played", seat, card, id, cost: costOf(play.table, card) });
  const effects = kindOf(card).turn?.effects(aim) ?? [];
  play.schedule(
    ...effects.map((effect): CardEffect => ({ step: "effect", seat, card, effect, spoils: false })),
    {
      step: "cards",
    },
  );
}
