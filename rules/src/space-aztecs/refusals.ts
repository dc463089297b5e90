import { type Admitted, admit } from "../admit.ts";
import { standingOf } from "./awaiting.ts";
import { choicesOf } from "./saucers.ts";
import type { Card, Command, Refusal, Seat, Table } from "./vocabulary.ts";

/** The command of a seat that may give it now, or the first common reason against it (canon section 5). */
export function admitted(table: Table, seat: Seat | null, command: Command | null): Admitted<Seat, Command> {
  return admit(standingOf(table), seat, command, ({ type }) => [type]);
}

/**
 * The first of the game's own reasons against a command that is admitted, in the order of canon section 5; `null`: it is
 * accepted.
 * @param pile the cards of the pile that the sender holds
 */
export function refusalOf(table: Table, pile: readonly Card[], seat: Seat, command: Command): Refusal | null {
  switch (command.type) {
    case "take":
      return refusesPlace(table, command.place);
    case "choose":
      if (table.chosen.includes(seat)) return "already-chosen";
      return pile.includes(command.card) ? null : "card-not-held";
    case "shelter":
      return null;
    case "abduct":
      return areTargets(table, seat, command.targets) ? null : "bad-targets";
  }
}

function refusesPlace({ places }: Table, number: number): Refusal | null {
  const place = places[number - 1];
  if (place === undefined) return "no-such-place";
  if (place.heldBy !== null) return "place-held";
  return place.cards === 0 ? "place-empty" : null;
}

/** Whether they name one Aztec of each seat of which one is to be chosen, and nothing else. */
function areTargets(table: Table, seat: Seat, targets: { readonly [seat: string]: Card }): boolean {
  const choices = table.turnedUp === null ? [] : choicesOf(table, seat, table.turnedUp.card);
  const named = Object.entries(targets);
  return (
    named.length === choices.length &&
    named.every(([from, card]) => choices.some((each) => each.seat === from && each.aztecs.includes(card)))
  );
}
