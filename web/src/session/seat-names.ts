import { i18n } from "../texts/index.ts";

/** Returns the name of a seat of any game, for pages that load no game. */
export function seatName(seat: string): string {
  switch (seat) {
    case "east":
      return i18n._("East");
    case "north":
      return i18n._("North");
    case "south":
      return i18n._("South");
    case "west":
      return i18n._("West");
    case "topan":
      return "Topan";
    case "mictlan":
      return "Mictlan";
    case "red":
      return i18n._("Red");
    case "yellow":
      return i18n._("Yellow");
    default:
      return i18n._("Seat {seat}", { seat: /^\d+$/.test(seat) ? Number(seat) + 1 : seat });
  }
}

/** Returns the shape and colour of a seat's mark; `null`: it has none of its own. */
export function seatShape(seat: string): string | null {
  switch (seat) {
    case "east":
      return i18n._("red circle");
    case "north":
      return i18n._("black diamond");
    case "south":
      return i18n._("blue square");
    case "west":
      return i18n._("yellow triangle");
    case "topan":
      return i18n._("violet star");
    case "mictlan":
      return i18n._("green hexagon");
    default:
      return null;
  }
}
