import { currentSpace, spaceAt } from "./board.ts";
import type { Lingering } from "./cards/kind.ts";
import { kindOf } from "./cards.ts";
import type { Play } from "./play.ts";
import { payByCard, takeFromSupply } from "./skulls.ts";
import type { Card, Seat, Table } from "./vocabulary.ts";

interface TopCard {
  readonly card: Card;
  readonly player: Seat;
  readonly lingering: Lingering;
}

/** Returns the top card of the current space, if it lingers and acts on the active seat, which arrives. */
function findActingCard(table: Table): TopCard | null {
  const { top: card, lingers: player } = spaceAt(table, currentSpace(table));
  if (card === null || player === null) return null;
  const { lingers: lingering } = kindOf(card);
  if (lingering === undefined || !actsOn(lingering, player, table.turn.seat)) return null;
  return { card, player, lingering };
}

function actsOn({ to }: Lingering, player: Seat, arriving: Seat): boolean {
  if (to === "anybody") return true;
  return (to === "player") === (arriving === player);
}

/** Before step 1 of a landing: applies a top card that prevents collecting. Returns whether there was one. */
export function applyDrought(play: Play): boolean {
  const top = findActingCard(play.table);
  if (top?.lingering.does !== "collect-nothing") return false;
  recordAction(play, top);
  return true;
}

/** Step 3 of a landing: applies the top card (canon section 7). */
export function applyTopCard(play: Play): void {
  const top = findActingCard(play.table);
  if (top === null) return;
  const { player, lingering } = top;
  recordAction(play, top);
  if (lingering.does === "take") takeFromSupply(play, play.active, lingering.skulls);
  if (lingering.does === "pay-player") payByCard(play, play.active, player, lingering.skulls);
}

/** Records that a top card acted. A card that acts on one seat only is spent then, whatever it brought. */
function recordAction(play: Play, { card, lingering }: TopCard): void {
  const space = currentSpace(play.table);
  play.emit({ type: "top-card-acted", space, card, spent: lingering.to === "next-other" });
}
