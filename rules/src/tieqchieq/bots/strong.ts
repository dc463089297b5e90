import { bestOf, byWorth, type Ranking } from "../../bots/bot.ts";
import { answersOf } from "../legal.ts";
import type { Tieqchieq } from "../state.ts";
import { TURNS_AHEAD, worthOfCommand } from "./skilled.ts";

/**
 * Judges its commands as the skilled bot does. Each further thought looks one turn further after one of them, the most promising first; those
 * that it has looked at so come first, by what they are worth then. It never concedes.
 */
export const rank: Ranking<Tieqchieq> = ({ seat, table }, _random, mayThink) => {
  if (seat === null || table.turn !== seat) throw new Error("a bot can play only while its seat is awaited");
  const commands = answersOf(table, seat);
  if (commands.length < 2) return commands;
  const judge = (turns: number) => (command: (typeof commands)[number]) => ({
    command,
    worth: worthOfCommand(table, seat, command, turns),
  });
  const promising = byWorth(commands.map(judge(TURNS_AHEAD)));
  const [best, ...others] = promising;
  if (best === undefined || !mayThink()) return promising;
  const further = judge(TURNS_AHEAD + 1);
  const looked = [further(best)];
  for (const command of others) {
    if (!mayThink()) break;
    looked.push(further(command));
  }
  return [...byWorth(looked), ...promising.slice(looked.length)];
};

/** Plays what it ranks first. */
export const strong = bestOf(rank);
