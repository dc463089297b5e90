import { checkOfferingTrigger } from "./apocalypse.ts";
import type { Play } from "./play.ts";
import { tribeOf } from "./seats.ts";
import type { God, Seat } from "./vocabulary.ts";

/** Moves skulls from supply to a seat, as many as there are. */
export function takeFromSupply(play: Play, seat: Seat, wanted: number): void {
  const skulls = Math.min(wanted, play.table.supply);
  if (skulls > 0) play.emit({ type: "skulls-taken", seat, skulls });
}

/** Moves a seat's skulls to removed, as many as it has. */
export function loseToRemoved(play: Play, seat: Seat, wanted: number): void {
  const skulls = Math.min(wanted, tribeOf(play.table, seat).skulls);
  if (skulls > 0) play.emit({ type: "skulls-lost", seat, skulls });
}

/** Makes a seat pay another for a card's effect, as many skulls as it has. */
export function payByCard(play: Play, from: Seat, to: Seat, wanted: number): void {
  const skulls = Math.min(wanted, tribeOf(play.table, from).skulls);
  if (skulls > 0) play.emit({ type: "skulls-paid", from, to, skulls });
}

/**
 * Makes offerings of a seat's skulls for a card's effect, one by one and as many as there are.
 * @param from the seat that gives them; `null`: they come from supply
 */
export function offerByCard(play: Play, from: Seat | null, god: God, wanted: number): void {
  const available = from === null ? play.table.supply : tribeOf(play.table, from).skulls;
  for (let skull = 0; skull < Math.min(wanted, available); skull += 1) {
    play.emit({ type: "offered", from, god });
    checkOfferingTrigger(play);
  }
}
