import { flowerWar, type State } from "../../src/flower-war/index.ts";
import type { Card, Seat, Table } from "../../src/flower-war/vocabulary.ts";
import { type Played, play } from "./playing.ts";
import { idOf, position, type Wanted } from "./position.ts";

export interface Fight {
  /** The attacker's die, the defender's, then any further rolls. */
  readonly dice: readonly number[];
  readonly east?: readonly Card[];
  readonly north?: readonly Card[];
  /** The skulls when the battle begins: 5 each by default. */
  readonly skulls?: { readonly east?: number; readonly north?: number };
  readonly more?: Wanted;
}

/** Returns an open card window: east has rolled 1 onto malinalli, whose rack holds 4 now, and attacks north there. */
export function fight({ dice, east = [], north = [], skulls = {}, more = {} }: Fight): State {
  const before = position({
    racks: { malinalli: 5 },
    dice: [1, ...dice],
    ...more,
    tribes: {
      ...more.tribes,
      east: { ...more.tribes?.east, on: "ozomahtli", skulls: (skulls.east ?? 5) - 1, hand: east },
      north: { ...more.tribes?.north, on: "malinalli", skulls: skulls.north ?? 5, hand: north },
    },
  });
  return play(before, "east", { type: "roll" }).state;
}

/** Plays the battle card at this index of the seat's first hand. */
export function strike(state: State, seat: Seat, index: number): Played {
  return play(state, seat, { type: "play-battle-card", card: idOf(seat, index) });
}

/** Lets both pass until the battle is over or another decision is awaited. */
export function passAll(state: State): Played {
  const events: Played["events"][] = [];
  let now = state;
  while (now.table.awaiting?.decision === "battle") {
    const { seat } = now.table.awaiting;
    const passed = play(now, seat, flowerWar.fallback(now, seat));
    events.push(passed.events);
    now = passed.state;
  }
  return { state: now, events: events.flat() };
}

/** Returns the current battle. */
export function battleOf({ table }: { readonly table: Table }) {
  if (table.battle === null) throw new Error("no battle is under way");
  return table.battle;
}
