import type { Bot } from "../../bots/bot.ts";
import { kindOf, setOf } from "../cards.ts";
import { visibleOf, withCard } from "../city.ts";
import { codexPoints } from "../codices.ts";
import { answersOf } from "../legal.ts";
import { victimsOf } from "../saucers.ts";
import { aztecPoints } from "../scoring.ts";
import { cityOf, seatsInPlay } from "../seats.ts";
import type { SpaceAztecs } from "../state.ts";
import type { Card, Command, Seat, Table } from "../vocabulary.ts";

/**
 * Plays like a cheerful beginner: takes any pile and any victim, shelters, and every other time chooses the card that
 * looks best. It never concedes.
 */
export const easy = ((view, random) => {
  const { seat, table } = view;
  const commands = seat === null ? [] : answersOf(view, seat);
  const any = commands[random(Math.max(1, commands.length))];
  if (seat === null || any === undefined) throw new Error("a bot can play only while its seat is awaited");
  if (any.type === "shelter") return { type: "shelter", covered: true };
  if (any.type !== "choose" || random(2) === 0) return any;
  const appeal = (command: Command) => (command.type === "choose" ? appealOf(table, seat, command.card) : 0);
  return commands.reduce((best, command) => (appeal(command) > appeal(best) ? command : best), any);
}) satisfies Bot<SpaceAztecs>;

/**
 * The worth, beyond the score now, of beginning a set, to have a Priest alone or a Codex that more items may join.
 */
const HOPE = 2;
/** The worth of a covered Aztec beyond its score. */
const SAFETY = 1.5;
/** The score of a taken Aztec under a Saucer, and the worth of its owner's loss: the more players, the less. */
const BOOTY = 1;
const HARM = 3;

/** Returns how good a card looks for a seat, in points. */
export function appealOf(table: Table, seat: Seat, card: Card): number {
  const city = cityOf(table, seat);
  switch (kindOf(card)) {
    case "aztec":
      return aztecPoints(withCard(city, card)) - aztecPoints(city) + HOPE;
    case "temple":
      return SAFETY * visibleOf(city, setOf(card)).length;
    case "saucer":
      return (BOOTY + HARM / (seatsInPlay(table).length - 1)) * victimsOf(table, seat, card).length;
    case "codex":
      return codexPoints(card, withCard(city, card)) + HOPE;
  }
}
