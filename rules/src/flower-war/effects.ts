import { currentSpace, dayCount, distanceAhead, STARTING_SPACE, spaceAhead, spaceId } from "./board.ts";
import type { Effect } from "./cards/kind.ts";
import { requestChoice } from "./choice.ts";
import { drawToHand } from "./decks.ts";
import type { CardEffect, StepOf } from "./flow.ts";
import { arrive } from "./landing.ts";
import type { Play } from "./play.ts";
import { isOtherInPlay, othersInTurnOrder, tribeOf } from "./seats.ts";
import { loseToRemoved, offerByCard, payByCard, takeFromSupply } from "./skulls.ts";
import type { Awaiting, Seat, Table } from "./vocabulary.ts";

/**
 * The effects of a Day card that have no effect when it is drawn for a battle's winner: movement, battles, extra turns
 * (canon section 5).
 */
const LOST_AS_SPOILS: readonly Effect["effect"][] = [
  "go-forward",
  "go-to",
  "go-home",
  "battle",
  "extra-turn",
];

/** Applies a card's effect for a seat, or returns the choice that it requests. */
export function applyEffect(play: Play, step: CardEffect): Awaiting | null {
  const { seat, spoils } = step;
  const does: Effect = step.effect;
  if (spoils && LOST_AS_SPOILS.includes(does.effect)) return null;
  switch (does.effect) {
    case "take":
      takeFromSupply(play, seat, does.skulls);
      return null;
    case "lose":
      loseToRemoved(play, seat, does.skulls);
      return null;
    case "draw":
      for (let card = 0; card < does.cards; card += 1) drawToHand(play, seat, does.deck);
      return null;
    case "offer":
      offerByCard(play, seat, does.god, does.skulls);
      return null;
    case "offer-from-supply":
      offerByCard(play, null, does.god, does.skulls);
      return null;
    case "go-forward":
      arrive(play, spaceAhead(play.table, currentSpace(play.table), does.spaces), null);
      return null;
    case "go-to":
      arrive(play, does.space, null);
      return null;
    case "go-home":
      arrive(play, STARTING_SPACE[seat], null);
      return null;
    case "raid":
      raid(play, seat, does.space, does.skulls, spoils);
      return null;
    case "extra-turn":
      winExtraTurn(play, seat);
      return null;
    case "pay-everybody":
      for (const other of othersInTurnOrder(play.table, seat)) payByCard(play, seat, other, 1);
      return null;
    case "levy":
      levy(play, seat);
      return null;
    case "choose":
      return requestChoice(play, step);
    case "draw-day-card":
      play.schedule({ step: "day-card", seat, spoils });
      return null;
    case "battle":
      play.schedule({ step: "battle", defender: findOpponent(play.table, does.seat), landing: false });
      return null;
    case "copy-disc":
      play.emit({ type: "copy-received", seat, disc: spaceId(tribeOf(play.table, seat).space) });
      return null;
    case "fill-rack":
      fillRack(play, does.skulls);
      return null;
    case "launch-canoe":
      play.emit({ type: "canoe-launched", seat });
      return null;
  }
}

/**
 * Moves a seat to a space where it takes skulls (the dog). The reward follows the landing, because a battle won there
 * doubles it.
 */
function raid(play: Play, seat: Seat, space: number, skulls: number, spoils: boolean): void {
  const landing = play.table.turn.landings + 1;
  play.schedule({ step: "reward", seat, skulls, landing, won: false });
  if (!spoils) arrive(play, space, null);
}

/** Gives the reward of a raid. */
export function giveReward(play: Play, { seat, skulls, won }: StepOf<"reward">): void {
  takeFromSupply(play, seat, won ? 2 * skulls : skulls);
}

/** Gives a seat an extra turn. An extra turn that is won in an extra turn is lost (canon section 3). */
function winExtraTurn(play: Play, seat: Seat): void {
  const { extra, again } = play.table.turn;
  if (!extra && !again) play.emit({ type: "extra-turn-won", seat });
}

/** Makes every richer seat pay one skull. Which seats are richer is decided before any pays. */
function levy(play: Play, seat: Seat): void {
  const { skulls } = tribeOf(play.table, seat);
  const richer = othersInTurnOrder(play.table, seat).filter(
    (other) => tribeOf(play.table, other).skulls > skulls,
  );
  for (const other of richer) payByCard(play, other, seat, 1);
}

/**
 * Returns whom a card makes the active seat battle: the named seat, else the nearest one ahead, the first in turn order
 * among equals.
 */
function findOpponent(table: Table, named: Seat | null): Seat {
  const { seat } = table.turn;
  if (named !== null && isOtherInPlay(table, seat, named)) return named;
  const here = currentSpace(table);
  const [nearest] = othersInTurnOrder(table, seat)
    .map((other) => ({ other, distance: distanceAhead(table, here, tribeOf(table, other).space) }))
    .toSorted((a, b) => a.distance - b.distance);
  if (nearest === undefined) throw new Error("a running match must have two seats in play");
  return nearest.other;
}

/** Moves skulls from supply onto the current space's rack, as many as it has room for. */
function fillRack(play: Play, wanted: number): void {
  const space = currentSpace(play.table);
  const skulls = Math.min(wanted, play.table.supply, dayCount(play.table, space));
  if (skulls > 0) play.emit({ type: "rack-filled", space, skulls });
}
