import type { Condition } from "../conditions.ts";
import { awaitedOf } from "./awaiting.ts";
import { isInPlay } from "./seats.ts";
import type { Card, Seat, Table, View } from "./vocabulary.ts";

/**
 * The conditions of a command, in the order in which reasons are given. Values: `who`, a seat; `place`, its number.
 */
export const CONDITIONS = [
  "running",
  "seated",
  "taking",
  "your-turn",
  "place-free",
  "place-not-empty",
  "choosing",
  "not-chosen",
  "card-held",
] as const;
export type ConditionCode = (typeof CONDITIONS)[number];

type Conditions = readonly Condition<ConditionCode>[];

/**
 * Returns what has to hold so that the viewer can take the pile of a place, 1-8, now. All of it is met exactly if that
 * is legal.
 * @throws RangeError if there is no such place
 */
export function takeConditions(view: View, number: number): Conditions {
  const place = view.table.places[number - 1];
  if (place === undefined) throw new RangeError(`there is no place ${number}`);
  return conditionsFor(view, (table, seat) => {
    const [awaited] = awaitedOf(table);
    const taking = table.phase === "take";
    const holder = place.heldBy;
    return [
      condition("taking", taking),
      ...(taking ? [condition("your-turn", awaited?.seat === seat, { who: awaited?.seat ?? seat })] : []),
      condition("place-free", holder === null, { place: number, ...(holder !== null && { who: holder }) }),
      condition("place-not-empty", place.cards > 0, { place: number }),
    ];
  });
}

/** Returns what has to hold so that the viewer can choose a card now. All of it is met exactly if that is legal. */
export function chooseConditions(view: View, card: Card): Conditions {
  return conditionsFor(view, (table, seat) => {
    const choosing = table.phase === "choose";
    return [
      condition("choosing", choosing),
      ...(choosing ? [condition("not-chosen", !table.chosen.includes(seat))] : []),
      condition("card-held", view.pile.includes(card)),
    ];
  });
}

function conditionsFor({ table, seat }: View, list: (table: Table, seat: Seat) => Conditions): Conditions {
  if (table.phase === "over") return [condition("running", false)];
  return seat === null || !isInPlay(table, seat) ? [condition("seated", false)] : list(table, seat);
}

function condition(
  code: ConditionCode,
  met: boolean,
  values: Condition<ConditionCode>["values"] = {},
): Condition<ConditionCode> {
  return { code, met, values };
}
