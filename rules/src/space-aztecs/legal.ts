import { awaitedOf } from "./awaiting.ts";
import { checkCommand } from "./refusals.ts";
import { choicesOf, type Victim } from "./saucers.ts";
import { isInPlay } from "./seats.ts";
import type { Card, Command, Decision, Seat, Table, View } from "./vocabulary.ts";

/** Returns every command that `decide` accepts from this seat now, computed from what the seat may see. */
export function legal(view: View, seat: Seat): readonly Command[] {
  const { table } = view;
  if (table.phase === "over" || !isInPlay(table, seat)) return [];
  return [...answersOf(view, seat), { type: "concede" }];
}

/** Returns every command with which a seat can answer the decision that it has; none if it has none. */
export function answersOf({ table, pile }: View, seat: Seat): readonly Command[] {
  return awaitedOf(table)
    .filter((awaited) => awaited.seat === seat)
    .flatMap(({ decision }) => possibleAnswers(table, pile, seat, decision))
    .filter((command) => checkCommand(table, pile, seat, command) === null);
}

function possibleAnswers(
  table: Table,
  pile: readonly Card[],
  seat: Seat,
  decision: Decision,
): readonly Command[] {
  switch (decision) {
    case "take":
      return table.places.map((_, index) => ({ type: "take", place: index + 1 }));
    case "choose":
      return pile.map((card) => ({ type: "choose", card }));
    case "shelter":
      return [true, false].map((covered) => ({ type: "shelter", covered }));
    case "abduct": {
      const choices = table.turnedUp === null ? [] : choicesOf(table, seat, table.turnedUp.card);
      return allTargets(choices).map((targets) => ({ type: "abduct", targets }));
    }
  }
}

/** Returns every way to name one Aztec of each victim. */
function allTargets(victims: readonly Victim[]): readonly { readonly [seat: string]: Card }[] {
  return victims.reduce<readonly { readonly [seat: string]: Card }[]>(
    (ways, { seat, aztecs }) => ways.flatMap((way) => aztecs.map((card) => ({ ...way, [seat]: card }))),
    [{}],
  );
}
