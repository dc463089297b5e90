import type { Condition } from "../conditions.ts";
import { costOf, DOT, HOME, otherSeat, SUN, squareAt, stepOf } from "./board.ts";
import { stepAfter } from "./movement.ts";
import type { Act, Seat, Table, View } from "./vocabulary.ts";

/**
 * What has to hold for a command, in the order in which reasons are given. Values: `who`, a seat; `square`; `roll`;
 * `cost`, of the next square; `left`, what the way to X costs.
 */
export const CONDITIONS = [
  "running",
  "seated",
  "your-turn",
  "not-tossed",
  "tossed",
  "plus-answered",
  "on-plus",
  "token-in-reserve",
  "token-there",
  "price",
  "not-beyond-home",
  "no-own-token",
  "no-token-on-sun",
] as const;
export type ConditionCode = (typeof CONDITIONS)[number];

type Conditions = readonly Condition<ConditionCode>[];

/** Returns what has to hold so that the viewer can toss the coins now. */
export function tossConditions(view: View): Conditions {
  return conditionsFor(view, ({ phase }) => [condition("not-tossed", phase === "toss")]);
}

/**
 * Returns what has to hold so that the viewer can introduce or move a token now. All of it is met exactly if the act is
 * legal.
 */
export function actConditions(view: View, act: Act): Conditions {
  return conditionsFor(view, (table, seat) => {
    const { phase } = table;
    const { reserve, at } = table.tokens[seat];
    const token =
      act.type === "introduce"
        ? condition("token-in-reserve", reserve > 0)
        : condition("token-there", at.includes(act.from), { square: act.from });
    const acting = table.turn === seat && phase === "act" && token.met;
    const from = act.type === "introduce" || !token.met ? DOT : stepOf(seat, act.from);
    return [
      condition("tossed", phase !== "toss"),
      ...(phase === "plus" ? [condition("plus-answered", false)] : []),
      token,
      ...(acting ? targetConditions(table, seat, from) : []),
    ];
  });
}

/** Returns what has to hold so that the viewer can answer a plus now. */
export function plusConditions(view: View): Conditions {
  return conditionsFor(view, ({ phase }) => [condition("on-plus", phase === "plus")]);
}

function conditionsFor({ table, seat }: View, list: (table: Table, seat: Seat) => Conditions): Conditions {
  if (table.phase === "over") return [condition("running", false)];
  if (seat === null) return [condition("seated", false)];
  return [condition("your-turn", table.turn === seat, { who: table.turn }), ...list(table, seat)];
}

/** Returns what has to hold for the place where a token on a step would end with the current roll. */
function targetConditions(table: Table, seat: Seat, from: number): Conditions {
  const { roll, tokens } = table;
  const cost = costOf(seat, from + 1);
  const price = condition("price", cost <= roll, { cost, roll });
  const to = stepAfter(seat, from, roll);
  if (!price.met) return [price];
  if (to === null) return [price, condition("not-beyond-home", false, { roll, left: costHome(seat, from) })];
  const square = squareAt(seat, to);
  if (square === null) return [price];
  const theirs = tokens[otherSeat(seat)].at.includes(square);
  return [
    price,
    condition("no-own-token", !tokens[seat].at.includes(square), { square }),
    ...(theirs ? [condition("no-token-on-sun", square !== SUN, { square })] : []),
  ];
}

/** Returns what the rest of the way to X costs. */
function costHome(seat: Seat, from: number): number {
  let cost = 0;
  for (let step = from + 1; step <= HOME; step += 1) cost += costOf(seat, step);
  return cost;
}

function condition(
  code: ConditionCode,
  met: boolean,
  values: Condition<ConditionCode>["values"] = {},
): Condition<ConditionCode> {
  return { code, met, values };
}
