import type { Slot, Step } from "@flower-war/protocol/temple";
import {
  type Command,
  type Decision,
  type FlowerWar,
  flowerWar,
  type God,
  type Seat,
  sacrificesLeft,
  type Table,
  type View,
} from "@flower-war/rules/flower-war";
import type { TempleDisplay, TempleGame } from "./hosted-game.ts";

const GOD_OF: { readonly [S in Slot]: God } = { h: "huitzilopochtli", t: "tlaloc" };

/** The step of the turn that a display names while a decision is awaited. */
const STEP_OF: { readonly [D in Decision]: Step } = {
  roll: "roll",
  move: "move",
  battle: "landing",
  pay: "landing",
  challenge: "landing",
  choose: "landing",
  discard: "landing",
  sacrifice: "sacrifice",
  cards: "cards",
};

/** Ticks of a whole apocalypse (canon section 10). */
const LAST_TICK = 13;
/** The greatest `left` of a display (temple protocol section 3). */
const MOST_LEFT = 99;

/** Flower War with temples: a bead is a `sacrifice` (canon section 6). */
export const temple: TempleGame<FlowerWar> = {
  bead: (slot): Command => ({ type: "sacrifice", god: GOD_OF[slot] }),
  window: ({ table }: View): Seat | null =>
    table.awaiting?.decision === "sacrifice" ? table.awaiting.seat : null,
  display: ({ table }: View): TempleDisplay<FlowerWar> => {
    const gods = openGods(table);
    return {
      turn: table.turn.number,
      seat: table.outcome ? null : table.turn.seat,
      winner: table.outcome?.winner ?? null,
      step: table.awaiting ? STEP_OF[table.awaiting.decision] : null,
      open: { h: gods.includes(GOD_OF.h), t: gods.includes(GOD_OF.t) },
      left: gods.length > 0 ? Math.min(sacrificesLeft(table), MOST_LEFT) : 0,
      offerings: { h: table.offerings.huitzilopochtli, t: table.offerings.tlaloc },
      lake: { h: table.lake.huitzilopochtli, t: table.lake.tlaloc },
      apocalypse: {
        state: table.apocalypse.state,
        count: table.apocalypse.count,
        of: LAST_TICK,
        ruling: table.apocalypse.ruling,
        discs: table.spaces.filter(({ disc }) => disc !== null).length,
      },
    };
  },
};

/** Returns the gods to whom a bead would be an offering now. */
function openGods(table: Table): readonly God[] {
  if (table.awaiting?.decision !== "sacrifice") return [];
  const { seat } = table.awaiting;
  const open = flowerWar.legal({ table, seat, hand: [] }, seat);
  return open.flatMap((command) => (command.type === "sacrifice" ? [command.god] : []));
}
