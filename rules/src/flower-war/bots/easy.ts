import type { Bot, RandomBelow } from "../../bots/bot.ts";
import { signOfCard } from "../cards.ts";
import { flowerWar } from "../index.ts";
import { signsOf } from "../signs.ts";
import type { FlowerWar } from "../state.ts";
import type { Command, HeldCard, Sign } from "../vocabulary.ts";

/**
 * Plays like a cheerful beginner: likes to offer a skull to a god whose sign it lacks, fights and plays a card every
 * other time it can, and trades for the flower when it holds another sign. It gives no sign away that it may keep, and
 * never concedes.
 */
export const easy = ((view, random) => {
  const { seat, hand, table } = view;
  if (seat === null || table.awaiting?.seat !== seat)
    throw new Error("a bot can play only while its seat is awaited");
  const open = flowerWar.legal(view, seat).filter(({ type }) => type !== "concede");
  const signs = signsOf(table, seat, hand);
  const gifts = open.filter((command) => isGift(command, signs));
  const bold = open.filter((command) => isBold(command, signs));
  const quiet = open.filter((command) => isQuiet(command, hand));
  const liked = random(3) === 0 ? gifts : [];
  const wild = random(2) === 0 ? bold : [];
  const [choices = open] = [liked, wild, quiet].filter(({ length }) => length > 0);
  const command = oneOf(choices, random);
  if (command === undefined) throw new Error("an awaited seat must have a legal command");
  return command;
}) satisfies Bot<FlowerWar>;

/** Returns whether a command is an offering to a god whose sign the bot lacks. */
function isGift(command: Command, signs: readonly Sign[]): boolean {
  return command.type === "sacrifice" && !signs.includes(command.god === "tlaloc" ? "serpent" : "eagle");
}

/** Returns whether a command brings the bot something it lacks, or a fight. */
function isBold(command: Command, signs: readonly Sign[]): boolean {
  switch (command.type) {
    case "challenge":
    case "play-battle-card":
    case "play-card":
      return true;
    case "trade":
      return signs.length > 0 && !signs.includes("flower");
    default:
      return isGift(command, signs);
  }
}

/** Returns whether a command moves the match on and gives no sign away. */
function isQuiet(command: Command, hand: readonly HeldCard[]): boolean {
  if (command.type !== "pay-card") {
    return ["roll", "move", "pass", "choose", "discard-card", "end-turn"].includes(command.type);
  }
  return hand.some(({ id, card }) => id === command.card && signOfCard(card) === null);
}

/** Picks any of the commands; those that play one card at many targets count as one. */
function oneOf(commands: readonly Command[], random: RandomBelow): Command | undefined {
  const deeds = Map.groupBy(commands, (command) => ("card" in command ? command.card : command)).values();
  const deed = pick([...deeds], random);
  return deed && pick(deed, random);
}

function pick<V>(values: readonly V[], random: RandomBelow): V | undefined {
  return values[random(values.length)];
}
