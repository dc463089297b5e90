import type { Bot } from "../../bots/bot.ts";
import { answersOf } from "../legal.ts";
import type { SpaceAztecs } from "../types.ts";
import type { Command } from "../vocabulary.ts";
import { appealOf } from "./appeal.ts";

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
