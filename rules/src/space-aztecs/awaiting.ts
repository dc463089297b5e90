import type { Standing } from "../admit.ts";
import { clockwiseFrom } from "./seats.ts";
import type { Awaiting, Decision, Seat, Table } from "./vocabulary.ts";

/** Who decides what (canon section 5): while all choose, everybody who has not. */
export function awaitedOf(table: Table): readonly Awaiting[] {
  return asked(table).filter(({ seat }) => !table.chosen.includes(seat) || table.phase !== "choose");
}

/** The same as far as it says who may command what; who has chosen is still in the phase in which that is asked. */
export function standingOf(table: Table): Standing<Seat, Decision> {
  return { over: table.phase === "over", seated: table.seats, decisions: asked(table) };
}

function asked(table: Table): readonly Awaiting[] {
  const { phase, seats, turnedUp } = table;
  switch (phase) {
    case "take":
      return clockwiseFrom(table, table.starting)
        .filter((seat) => !holdsPile(table, seat))
        .slice(0, 1)
        .map((seat) => ({ seat, decision: phase }));
    case "choose":
      return seats.map((seat) => ({ seat, decision: phase }));
    case "shelter":
    case "abduct":
      return turnedUp === null ? [] : [{ seat: turnedUp.seat, decision: phase }];
    case "resolve":
    case "over":
      return [];
  }
}

/** Whether a seat holds some place's pile. */
export function holdsPile({ places }: Table, seat: Seat): boolean {
  return places.some(({ heldBy }) => heldBy === seat);
}
