import { signOfCard } from "../flower-war/cards.ts";
import { flowerWar } from "../flower-war/index.ts";
import { signsOf } from "../flower-war/signs.ts";
import type { FlowerWar } from "../flower-war/types.ts";
import type { Command, HeldCard, Sign } from "../flower-war/vocabulary.ts";
import type { Bot } from "./bot.ts";

/**
 * A cheerful beginner: challenges every other time, offers about every other skull to a god whose sign it lacks, and
 * trades for the flower when it can. It ends every turn and never concedes.
 */
export const easy: Bot<FlowerWar> = (view, random) => {
  const { seat, hand, table } = view;
  if (seat === null || table.awaiting?.seat !== seat) throw new Error("a bot plays only when it is asked");
  const open = flowerWar.legal(view, seat);
  const signs = signsOf(table, seat, hand);
  const bold = open.filter((command) => isBold(command, signs));
  const quiet = open.filter((command) => isQuiet(command, hand));
  const choices = bold.length > 0 && random(2) === 0 ? bold : quiet;
  const command = choices.length > 0 ? choices[random(choices.length)] : open[0];
  if (command === undefined) throw new Error("an awaited seat has a legal answer");
  return command;
};

/** Brings the bot something it lacks, or a fight. */
function isBold(command: Command, signs: readonly Sign[]): boolean {
  if (command.type === "challenge") return true;
  if (command.type === "trade") return !signs.includes("flower");
  if (command.type !== "sacrifice") return false;
  return !signs.includes(command.god === "tlaloc" ? "serpent" : "eagle");
}

/** Lets the match go on and gives no sign away. */
function isQuiet(command: Command, hand: readonly HeldCard[]): boolean {
  if (command.type !== "pay-card") return ["roll", "pass", "end-turn"].includes(command.type);
  return hand.some(({ id, card }) => id === command.card && signOfCard(card) === null);
}
