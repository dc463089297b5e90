import { offeringMade } from "./apocalypse.ts";
import type { Play } from "./play.ts";
import { tribeOf } from "./seats.ts";
import type { God, Seat } from "./vocabulary.ts";

/** A seat takes skulls from supply, as many as are there. */
export function takeFromSupply(play: Play, seat: Seat, wanted: number): void {
  const skulls = Math.min(wanted, play.table.supply);
  if (skulls > 0) play.happen({ type: "skulls-taken", seat, skulls });
}

/** A seat's skulls go to removed, as many as it has. */
export function loseToRemoved(play: Play, seat: Seat, wanted: number): void {
  const skulls = Math.min(wanted, tribeOf(play.table, seat).skulls);
  if (skulls > 0) play.happen({ type: "skulls-lost", seat, skulls });
}

/** A card makes a seat pay another, as much as it has. */
export function payByCard(play: Play, from: Seat, to: Seat, wanted: number): void {
  const skulls = Math.min(wanted, tribeOf(play.table, from).skulls);
  if (skulls > 0) play.happen({ type: "skulls-paid", from, to, skulls });
}

/** A card makes offerings of a seat's skulls, or, `null`, of supply's, one by one and as many as there are. */
export function offerByCard(play: Play, from: Seat | null, god: God, wanted: number): void {
  const there = from === null ? play.table.supply : tribeOf(play.table, from).skulls;
  for (let skull = 0; skull < Math.min(wanted, there); skull += 1) {
    play.happen({ type: "offered", from, god });
    offeringMade(play);
  }
}
