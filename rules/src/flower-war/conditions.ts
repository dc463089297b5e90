import type { Condition } from "../conditions.ts";
import { currentSpace, dayCount, spaceAt } from "./board.ts";
import { kindOf } from "./cards.ts";
import { costOf } from "./costs.ts";
import { isOfferingFree } from "./discs.ts";
import { tradePrice } from "./offerings.ts";
import { isInPlay, tribeOf } from "./seats.ts";
import { type Card, GODS, type God, type Seat, type Table, type View } from "./vocabulary.ts";
import { lastIndexOfOpponent } from "./weigh.ts";

/**
 * The conditions of a card, a sacrifice or a trade, in the order in which reasons are given. Values: `who`, a seat;
 * `space`, its number; `cost`, `skulls` (held), `room` and `rack` (skulls), `god`.
 */
export const CONDITIONS = [
  "running",
  "seated",
  "not-a-sign",
  "not-a-day-card",
  "in-battle",
  "attacking",
  "defending",
  "your-turn",
  "your-answer",
  "after-landing",
  "before-cards",
  "card-to-stop",
  "not-traded",
  "not-offered",
  "skull-to-offer",
  "skulls",
  "room",
] as const;
export type ConditionCode = (typeof CONDITIONS)[number];

type Conditions = readonly Condition<ConditionCode>[];

/**
 * Returns what has to hold so that the viewer can play a card of their hand now. All of it is met exactly if a legal
 * command plays the card.
 * @param card its kind; the viewer is taken to hold it
 */
export function cardConditions(view: View, card: Card): Conditions {
  return conditionsFor(view, (table, seat) => {
    const { sign, battle, turn } = kindOf(card);
    if (sign !== undefined) return [condition("not-a-sign", false)];
    if (battle !== undefined) return battleConditions(table, seat, card);
    return turn === undefined ? [condition("not-a-day-card", false)] : turnConditions(table, seat, card);
  });
}

/** Returns what has to hold so that the viewer can discard a card of their hand in their cards phase. */
export function discardConditions(view: View, card: Card): Conditions {
  return conditionsFor(view, (table, seat) =>
    kindOf(card).sign === undefined ? cardsPhase(table, seat) : [condition("not-a-sign", false)],
  );
}

/** Returns what has to hold so that the viewer can offer a skull to a god now. */
export function sacrificeConditions(view: View, god: God): Conditions {
  return conditionsFor(view, (table, seat) => {
    const { skulls } = tribeOf(table, seat);
    const free = table.turn.seat === seat && isOfferingFree(table, god);
    return [
      ...offeringPhase(table, seat),
      condition("not-traded", !(table.turn.seat === seat && table.turn.traded)),
      condition("skull-to-offer", skulls > 0 || free, { skulls, god }),
    ];
  });
}

/** Returns what has to hold so that the viewer can trade with Tonantzin now. */
export function tradeConditions(view: View): Conditions {
  return conditionsFor(view, (table, seat) => {
    const { turn } = table;
    const mine = turn.seat === seat;
    return [
      ...offeringPhase(table, seat),
      condition("not-traded", !(mine && turn.traded)),
      condition("not-offered", !(mine && GODS.some((god) => turn.sacrifices[god] > 0))),
      affordable(table, seat, tradePrice(table)),
    ];
  });
}

function conditionsFor({ table, seat }: View, list: (table: Table, seat: Seat) => Conditions): Conditions {
  if (table.awaiting === null) return [condition("running", false)];
  if (seat === null || !isInPlay(table, seat)) return [condition("seated", false)];
  return list(table, seat);
}

function battleConditions(table: Table, seat: Seat, card: Card): Conditions {
  const { battle, awaiting } = table;
  const { side, stops } = kindOf(card).battle ?? {};
  const fights = battle !== null && (battle.attacker === seat || battle.defender === seat);
  const played = battle?.played ?? [];
  const stoppable = played[lastIndexOfOpponent(played, seat)]?.inEffect === true;
  const answers = awaiting?.seat === seat && awaiting.decision === "battle";
  return [
    condition("in-battle", fights),
    ...(side === undefined ? [] : [condition(CODE_OF_SIDE[side], battle?.[side] === seat)]),
    ...(fights ? [condition("your-answer", answers, { who: awaiting?.seat ?? seat })] : []),
    ...(stops === undefined ? [] : [condition("card-to-stop", fights && stoppable)]),
    ...costConditions(table, seat, card, fights),
  ];
}

function turnConditions(table: Table, seat: Seat, card: Card): Conditions {
  return [...cardsPhase(table, seat), ...costConditions(table, seat, card, table.turn.seat === seat)];
}

/** @param here whether the current space is where the card would be played */
function costConditions(table: Table, seat: Seat, card: Card, here: boolean): Conditions {
  const cost = costOf(table, card);
  if (cost === 0) return [];
  const space = currentSpace(table);
  const room = dayCount(table, space);
  const values = { cost, room, rack: spaceAt(table, space).rack, space };
  return [affordable(table, seat, cost), ...(here ? [condition("room", cost <= room, values)] : [])];
}

function affordable(table: Table, seat: Seat, cost: number): Condition<ConditionCode> {
  const { skulls } = tribeOf(table, seat);
  return condition("skulls", cost <= skulls, { cost, skulls });
}

function cardsPhase(table: Table, seat: Seat): Conditions {
  return [yourTurn(table, seat), condition("after-landing", isAwaited(table, seat, "sacrifice", "cards"))];
}

function offeringPhase(table: Table, seat: Seat): Conditions {
  return [...cardsPhase(table, seat), condition("before-cards", !isAwaited(table, seat, "cards"))];
}

function yourTurn({ turn }: Table, seat: Seat): Condition<ConditionCode> {
  return condition("your-turn", turn.seat === seat, { who: turn.seat });
}

function isAwaited({ awaiting }: Table, seat: Seat, ...decisions: readonly string[]): boolean {
  return awaiting?.seat === seat && decisions.includes(awaiting.decision);
}

function condition(
  code: ConditionCode,
  met: boolean,
  values: Condition<ConditionCode>["values"] = {},
): Condition<ConditionCode> {
  return { code, met, values };
}

const CODE_OF_SIDE = { attacker: "attacking", defender: "defending" } as const;
