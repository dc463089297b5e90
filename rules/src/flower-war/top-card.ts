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

/** The card on top of the current space's stack, if it lingers and speaks to the active seat, which arrives. */
function speaking(table: Table): TopCard | null {
  const { top: card, lingers: player } = spaceAt(table, currentSpace(table));
  if (card === null || player === null) return null;
  const { lingers: lingering } = kindOf(card);
  if (lingering === undefined || !speaksTo(lingering, player, table.turn.seat)) return null;
  return { card, player, lingering };
}

function speaksTo({ to }: Lingering, player: Seat, arriving: Seat): boolean {
  if (to === "anybody") return true;
  return (to === "player") === (arriving === player);
}

/** Before step 1 of a landing: whether the top card says that nothing is collected; it has then acted. */
export function isDry(play: Play): boolean {
  const top = speaking(play.table);
  if (top?.lingering.does !== "collect-nothing") return false;
  act(play, top);
  return true;
}

/** Step 3 of a landing: the top card acts (canon section 7). */
export function topCard(play: Play): void {
  const top = speaking(play.table);
  if (top === null) return;
  const { player, lingering } = top;
  act(play, top);
  if (lingering.does === "take") takeFromSupply(play, play.active, lingering.skulls);
  if (lingering.does === "pay-player") payByCard(play, play.active, player, lingering.skulls);
}

/** A card that speaks to the next seat alone is spent, whatever it brings. */
function act(play: Play, { card, lingering }: TopCard): void {
  const space = currentSpace(play.table);
  play.happen({ type: "top-card-acted", space, card, spent: lingering.to === "next-other" });
}
