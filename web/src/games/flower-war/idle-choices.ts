import { dayOf, type Seat, spaceName, type View } from "@flower-war/client-sdk/flower-war";
import { i18n } from "../../texts/index.ts";
import type { FlowerWarScene } from "./texts.ts";

/* A Day card asks its seat to choose another one (canon section 7). All can see what that one has, and what would follow. */

/** Returns the sign of the Day card that asks for a choice; `null`: none does. */
function askingSign({ awaiting }: View["table"]): string | null {
  if (awaiting?.decision !== "choose" || awaiting.card === undefined) return null;
  return dayOf(awaiting.card)?.sign ?? null;
}

const skullsOf = ({ tribes }: View["table"], seat: Seat): number => tribes[seat]?.skulls ?? 0;

function cardsOf({ tribes }: View["table"], seat: Seat): number {
  const { war = 0, rain = 0, day = 0 } = tribes[seat]?.cards ?? {};
  return war + rain + day;
}

/** Returns what a seat has of that which a Day card's choice is about; `null`: no Day card asks. */
export function describeHolding({ table }: View, seat: Seat): string | null {
  switch (askingSign(table)) {
    case "ozomahtli":
    case "cozcacuauhtli":
      return i18n._("{n, plural, =0 {no skulls} one {# skull} other {# skulls}}", {
        n: skullsOf(table, seat),
      });
    case "malinalli":
      return i18n._("{n, plural, =0 {no cards} one {# card} other {# cards}}", { n: cardsOf(table, seat) });
    default:
      return null;
  }
}

/** Returns where a seat is that can be challenged from afar, and whether there is nothing to win from it. */
export function describeFoe({ table }: View, seat: Seat): string {
  const space = spaceName(table.tribes[seat]?.space ?? 1);
  const isPoor = skullsOf(table, seat) + cardsOf(table, seat) === 0;
  return isPoor ? i18n._("{space}, nothing to lose", { space }) : space;
}

/** Whether all can see that nothing follows from a Day card's choice, whichever seat is chosen: there is nothing to give. */
export function isIdleChoice({ view: { table } }: Pick<FlowerWarScene, "view">): boolean {
  const { awaiting, seats } = table;
  if (awaiting === null) return false;
  const others = seats.filter((seat) => seat !== awaiting.seat && (table.tribes[seat]?.out ?? 0) === 0);
  switch (askingSign(table)) {
    case "ozomahtli":
      return others.every((seat) => skullsOf(table, seat) === 0);
    case "malinalli":
      return others.every((seat) => cardsOf(table, seat) === 0);
    case "cozcacuauhtli":
      return skullsOf(table, awaiting.seat) === 0;
    default:
      return false;
  }
}
