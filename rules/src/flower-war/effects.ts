import { currentSpace, dayCount, distanceAhead, STARTING_SPACE, spaceId, stepsAhead } from "./board.ts";
import type { Effect } from "./cards/effect.ts";
import { ask } from "./choice.ts";
import { drawToHand } from "./decks.ts";
import type { CardEffect, StepOf } from "./flow.ts";
import { arrive } from "./landing.ts";
import type { Play } from "./play.ts";
import { isOtherInPlay, othersInTurnOrder, tribeOf } from "./seats.ts";
import { loseToRemoved, offerByCard, payByCard, takeFromSupply } from "./skulls.ts";
import type { Awaiting, Seat, Table } from "./vocabulary.ts";

/** What of a Day card is lost when it is drawn for a battle's winner: movement, battles, extra turns (canon section 5). */
const LOST_AS_SPOILS: readonly Effect["effect"][] = [
  "go-forward",
  "go-to",
  "go-home",
  "battle",
  "extra-turn",
];

/** Does what a card does for a seat, or says whose choice it waits for. */
export function effect(play: Play, step: CardEffect): Awaiting | null {
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
      arrive(play, stepsAhead(play.table, currentSpace(play.table), does.spaces), null);
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
      extraTurn(play, seat);
      return null;
    case "pay-everybody":
      for (const other of othersInTurnOrder(play.table, seat)) payByCard(play, seat, other, 1);
      return null;
    case "levy":
      levy(play, seat);
      return null;
    case "choose":
      return ask(play, step);
    case "draw-day-card":
      play.next({ step: "day-card", seat, spoils });
      return null;
    case "battle":
      play.next({ step: "battle", defender: opponent(play.table, does.seat), landing: false });
      return null;
    case "copy-disc":
      play.happen({ type: "copy-received", seat, disc: spaceId(tribeOf(play.table, seat).space) });
      return null;
    case "fill-rack":
      fillRack(play, does.skulls);
      return null;
    case "launch-canoe":
      play.happen({ type: "canoe-launched", seat });
      return null;
  }
}

/** The dog: what it brings is known only when the landing is over, or at once where nobody moves. */
function raid(play: Play, seat: Seat, space: number, skulls: number, spoils: boolean): void {
  const landing = play.table.turn.landings + 1;
  play.next({ step: "reward", seat, skulls, landing, won: false });
  if (!spoils) arrive(play, space, null);
}

/** The dog's reward. */
export function reward(play: Play, { seat, skulls, won }: StepOf<"reward">): void {
  takeFromSupply(play, seat, won ? 2 * skulls : skulls);
}

/** At most one in a row: won in an extra turn, it is lost (canon section 3). */
function extraTurn(play: Play, seat: Seat): void {
  const { extra, again } = play.table.turn;
  if (!extra && !again) play.happen({ type: "extra-turn-won", seat });
}

/** Who has more is counted once, before anybody pays. */
function levy(play: Play, seat: Seat): void {
  const { skulls } = tribeOf(play.table, seat);
  const richer = othersInTurnOrder(play.table, seat).filter(
    (other) => tribeOf(play.table, other).skulls > skulls,
  );
  for (const other of richer) payByCard(play, other, seat, 1);
}

/** Whom a card makes the active seat battle: the seat named, else the nearest one ahead, first in turn order. */
function opponent(table: Table, named: Seat | null): Seat {
  const { seat } = table.turn;
  if (named !== null && isOtherInPlay(table, seat, named)) return named;
  const here = currentSpace(table);
  const [nearest] = othersInTurnOrder(table, seat)
    .map((other) => ({ other, distance: distanceAhead(table, here, tribeOf(table, other).space) }))
    .toSorted((a, b) => a.distance - b.distance);
  if (nearest === undefined) throw new Error("a match that is on has two seats in play");
  return nearest.other;
}

/** As many skulls from supply as the current space's rack has room for. */
function fillRack(play: Play, wanted: number): void {
  const space = currentSpace(play.table);
  const skulls = Math.min(wanted, play.table.supply, dayCount(play.table, space));
  if (skulls > 0) play.happen({ type: "rack-filled", space, skulls });
}
