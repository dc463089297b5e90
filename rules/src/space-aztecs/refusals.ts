import { type Admitted, admit } from "../admit.ts";
import { commandContext } from "./awaiting.ts";
import { choicesOf } from "./saucers.ts";
import type { Card, Command, RefusalCode, Seat, Table } from "./vocabulary.ts";

/** Checks the common reasons against a command (canon section 5). */
export function admitCommand(
  table: Table,
  seat: Seat | null,
  command: Command | null,
): Admitted<Seat, Command> {
  return admit(commandContext(table), seat, command, ({ type }) => (type === "concede" ? "none" : [type]));
}

/**
 * Returns the first of the game's own reasons against an admitted command, in the order of canon section 5; `null` if
 * it is accepted.
 * @param pile the cards of the pile that the sender holds
 */
export function checkCommand(
  table: Table,
  pile: readonly Card[],
  seat: Seat,
  command: Command,
): RefusalCode | null {
  switch (command.type) {
    case "take":
      return checkPlace(table, command.place);
    case "choose":
      if (table.chosen.includes(seat)) return "already-chosen";
      return pile.includes(command.card) ? null : "card-not-held";
    case "shelter":
    case "concede":
      return null;
    case "abduct":
      return areValidTargets(table, seat, command.targets) ? null : "bad-targets";
  }
}

function checkPlace({ places }: Table, number: number): RefusalCode | null {
  const place = places[number - 1];
  if (place === undefined) return "no-such-place";
  if (place.heldBy !== null) return "place-held";
  return place.cards === 0 ? "place-empty" : null;
}

/** Returns whether the targets name one Aztec of each seat that has several to take from, and nothing else. */
function areValidTargets(table: Table, seat: Seat, targets: { readonly [seat: string]: Card }): boolean {
  const choices = table.turnedUp === null ? [] : choicesOf(table, seat, table.turnedUp.card);
  const named = Object.entries(targets);
  return (
    named.length === choices.length &&
    named.every(([from, card]) => choices.some((each) => each.seat === from && each.aztecs.includes(card)))
  );
}
