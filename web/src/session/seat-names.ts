import { i18n } from "../texts/index.ts";

const NAMES = new Map<string, () => string>([
  ["east", () => i18n._("East")],
  ["north", () => i18n._("North")],
  ["south", () => i18n._("South")],
  ["west", () => i18n._("West")],
  ["topan", () => "Topan"],
  ["mictlan", () => "Mictlan"],
  ["red", () => i18n._("Red")],
  ["yellow", () => i18n._("Yellow")],
]);

/** Returns the name of a seat of any game, for pages that load no game. */
export function seatName(seat: string): string {
  const other = { seat: /^\d+$/.test(seat) ? Number(seat) + 1 : seat };
  return NAMES.get(seat)?.() ?? i18n._("Seat {seat}", other);
}

const SHAPES = new Map<string, () => string>([
  ["east", () => i18n._("red circle")],
  ["north", () => i18n._("black diamond")],
  ["south", () => i18n._("blue square")],
  ["west", () => i18n._("yellow triangle")],
  ["topan", () => i18n._("violet star")],
  ["mictlan", () => i18n._("green hexagon")],
]);

/** Returns the shape and colour of a seat's mark; `null`: it has none of its own. */
export const seatShape = (seat: string): string | null => SHAPES.get(seat)?.() ?? null;
