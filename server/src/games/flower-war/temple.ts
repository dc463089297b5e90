import type { Slot, Step } from "@flower-war/client-sdk/temple";
import type { Command, Decision, FlowerWar, God, Seat, Table, View } from "@flower-war/rules/flower-war";
import type { TempleDisplay, TempleGame } from "../hosted-game.ts";

const GOD_OF: { readonly [S in Slot]: God } = { h: "huitzilopochtli", t: "tlaloc" };

/** The phase of the turn that a display names while a decision is awaited. */
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
/** The most that `left` of a display can say (temple protocol section 3). */
const MOST_LEFT = 99;

/** Flower War through a temple: a bead is a `sacrifice` (canon section 6). */
export const temple: TempleGame<FlowerWar> = {
  bead: (slot): Command => ({ type: "sacrifice", god: GOD_OF[slot] }),
  window: ({ table }: View): Seat | null =>
    table.awaiting?.decision === "sacrifice" ? table.awaiting.seat : null,
  display: ({ table }: View): TempleDisplay<FlowerWar> => {
    const left = skullsLeft(table);
    return {
      turn: table.turn.number,
      seat: table.outcome ? null : table.turn.seat,
      step: table.awaiting ? STEP_OF[table.awaiting.decision] : null,
      open: { h: left > 0, t: left > 0 },
      left,
      offerings: { h: table.offerings.huitzilopochtli, t: table.offerings.tlaloc },
      apocalypse: {
        state: table.apocalypse.state,
        count: table.apocalypse.count,
        of: LAST_TICK,
        ruling: table.apocalypse.ruling,
      },
    };
  },
};

function skullsLeft({ awaiting, turn, tribes }: Table): number {
  if (awaiting?.decision !== "sacrifice" || turn.traded) return 0;
  return Math.min(tribes[awaiting.seat]?.skulls ?? 0, MOST_LEFT);
}
