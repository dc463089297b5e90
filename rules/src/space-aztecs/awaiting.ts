import type { CommandContext } from "../admit.ts";
import { clockwiseFrom, isInPlay, seatsInPlay } from "./seats.ts";
import type { Awaiting, Decision, Seat, Table } from "./vocabulary.ts";

/**
 * Returns the decisions that the match waits for (canon section 5). While all choose, these are the seats that have not
 * chosen yet.
 */
export function awaitedOf(table: Table): readonly Awaiting[] {
  return decisionsIn(table).filter(({ seat }) => !table.chosen.includes(seat) || table.phase !== "choose");
}

/**
 * Returns who may command what. A seat that has chosen is still listed, because its second choice is refused with
 * `already-chosen`.
 */
export function commandContext(table: Table): CommandContext<Seat, Decision> {
  return {
    over: table.phase === "over",
    isSeated: (seat) => isInPlay(table, seat),
    decisions: decisionsIn(table),
  };
}

function decisionsIn(table: Table): readonly Awaiting[] {
  const { phase, turnedUp } = table;
  switch (phase) {
    case "take":
      return clockwiseFrom(table, table.starting)
        .filter((seat) => !holdsPile(table, seat))
        .slice(0, 1)
        .map((seat) => ({ seat, decision: phase }));
    case "choose":
      return seatsInPlay(table).map((seat) => ({ seat, decision: phase }));
    case "shelter":
    case "abduct":
      return turnedUp === null ? [] : [{ seat: turnedUp.seat, decision: phase }];
    case "resolve":
    case "over":
      return [];
  }
}

/** Returns whether a seat holds the pile of a place. */
export function holdsPile({ places }: Table, seat: Seat): boolean {
  return places.some(({ heldBy }) => heldBy === seat);
}
