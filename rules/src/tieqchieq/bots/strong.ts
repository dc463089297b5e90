import type { Bot } from "../../bots/bot.ts";
import { answersOf } from "../legal.ts";
import type { Tieqchieq } from "../state.ts";
import { TURNS_AHEAD, worthOfCommand } from "./skilled.ts";

/**
 * Judges its commands as the skilled bot does. Each further thought looks one turn further after one of them, the most promising first; it
 * returns the best of those that it has looked at so. It never concedes.
 */
export const strong: Bot<Tieqchieq> = ({ seat, table }, _random, mayThink) => {
  if (seat === null || table.turn !== seat) throw new Error("a bot can play only while its seat is awaited");
  const commands = answersOf(table, seat);
  const judge = (turns: number) => (command: (typeof commands)[number]) => ({
    command,
    worth: worthOfCommand(table, seat, command, turns),
  });
  if (commands.length === 1 && commands[0] !== undefined) return commands[0];
  const [best, ...others] = commands.map(judge(TURNS_AHEAD)).toSorted((a, b) => b.worth - a.worth);
  if (best === undefined) throw new Error("an awaited seat must have a legal command");
  if (!mayThink()) return best.command;
  const further = judge(TURNS_AHEAD + 1);
  let chosen = further(best.command);
  for (const { command } of others) {
    if (!mayThink()) break;
    const judged = further(command);
    if (judged.worth > chosen.worth) chosen = judged;
  }
  return chosen.command;
};
