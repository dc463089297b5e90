import { i18n } from "../texts/index.ts";
import { OWN_GAMES, titlesOf } from "./own-games.ts";

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
  return NAMES.get(seat)?.() ?? ownSeatName(seat) ?? i18n._("Seat {seat}", other);
}

function ownSeatName(seat: string): string | undefined {
  return [...OWN_GAMES.values()].map((game) => titlesOf(game).seats[seat]).find((name) => name !== undefined);
}
