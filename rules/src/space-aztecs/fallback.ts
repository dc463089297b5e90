import { kindOf } from "./cards.ts";
import { choicesOf } from "./saucers.ts";
import type { State } from "./state.ts";
import { pileOf } from "./view.ts";
import type { Card, Command, Seat, Table } from "./vocabulary.ts";

/**
 * Returns what the referee plays for an awaited seat that does not answer: quick, and without harm to others (canon
 * section 10).
 */
export function fallback(state: State, seat: Seat): Command {
  const { table } = state;
  switch (table.phase) {
    case "take":
      return { type: "take", place: fullestFreePlace(table) };
    case "choose":
      return { type: "choose", card: pickHarmless(pileOf(state, seat)) };
    case "shelter":
      return { type: "shelter", covered: true };
    case "abduct":
      return { type: "abduct", targets: lowestTargets(table, seat) };
    case "resolve":
    case "over":
      throw new Error(`${seat} is not awaited`);
  }
}

/** Returns the lowest number among the free places with the most cards. */
function fullestFreePlace({ places }: Table): number {
  const free = places.map(({ cards, heldBy }) => (heldBy === null ? cards : 0));
  return 1 + free.indexOf(Math.max(...free));
}

/** Returns the latest Aztec, else the latest Temple, else the latest Codex, else the latest Saucer. */
function pickHarmless(pile: readonly Card[]): Card {
  const kinds = ["aztec", "temple", "codex", "saucer"] as const;
  const [card] = kinds.flatMap((kind) => pile.filter((each) => kindOf(each) === kind).slice(-1));
  if (card === undefined) throw new Error("a pile that is held cannot be empty");
  return card;
}

function lowestTargets(table: Table, seat: Seat): { readonly [seat: string]: Card } {
  const choices = table.turnedUp === null ? [] : choicesOf(table, seat, table.turnedUp.card);
  return Object.fromEntries(choices.map((victim) => [victim.seat, victim.aztecs.toSorted()[0] ?? ""]));
}
