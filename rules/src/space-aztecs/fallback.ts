import { kindOf } from "./cards.ts";
import { choicesOf } from "./saucers.ts";
import type { State } from "./state.ts";
import { pileOf } from "./view.ts";
import type { Card, Command, Seat, Table } from "./vocabulary.ts";

/** What the referee plays for an awaited seat whose player is gone: quick, and without harm on purpose (canon section 10). */
export function fallback(state: State, seat: Seat): Command {
  const { table } = state;
  switch (table.phase) {
    case "take":
      return { type: "take", place: fullestFreePlace(table) };
    case "choose":
      return { type: "choose", card: harmless(pileOf(state, seat)) };
    case "shelter":
      return { type: "shelter", covered: true };
    case "abduct":
      return { type: "abduct", targets: lowestIds(table, seat) };
    case "resolve":
    case "over":
      throw new Error(`nothing to play for ${seat}`);
  }
}

/** The lowest number of those with most cards. */
function fullestFreePlace({ places }: Table): number {
  const free = places.map(({ cards, heldBy }) => (heldBy === null ? cards : 0));
  return 1 + free.indexOf(Math.max(...free));
}

/** The latest Aztec, else the latest Temple, else the latest Codex, else the latest Saucer. */
function harmless(pile: readonly Card[]): Card {
  const kinds = ["aztec", "temple", "codex", "saucer"] as const;
  const [card] = kinds.flatMap((kind) => pile.filter((each) => kindOf(each) === kind).slice(-1));
  if (card === undefined) throw new Error("nobody holds an empty pile");
  return card;
}

function lowestIds(table: Table, seat: Seat): { readonly [seat: string]: Card } {
  const choices = table.turnedUp === null ? [] : choicesOf(table, seat, table.turnedUp.card);
  return Object.fromEntries(choices.map((victim) => [victim.seat, victim.aztecs.toSorted()[0] ?? ""]));
}
