import type { Bot } from "../../bots/bot.ts";
import { SIDES } from "../battle.ts";
import { otherSeat } from "../board.ts";
import { decide } from "../decide.ts";
import { answersOf } from "../legal.ts";
import type { Tieqchieq } from "../types.ts";
import type { Coin, Command, Seat, Table } from "../vocabulary.ts";
import { withCoins } from "./loaded-coins.ts";
import { worthOf } from "./worth.ts";

/** Turns that it looks ahead after its own command. The next one is the other seat's, or its own extra turn. */
const TURNS_AHEAD = 1;

/** How coins may fall, in any order, and how likely that is, 0 to 1. */
interface Fall {
  readonly coins: readonly Coin[];
  readonly share: number;
}

const TOSSES: readonly Fall[] = [
  { coins: [0, 0, 0, 0], share: 1 / 16 },
  { coins: [1, 0, 0, 0], share: 4 / 16 },
  { coins: [1, 1, 0, 0], share: 6 / 16 },
  { coins: [1, 1, 1, 0], share: 4 / 16 },
  { coins: [1, 1, 1, 1], share: 1 / 16 },
];
/** The probability that an attacker wins. */
const ATTACK = 3 / 4;

/**
 * Tries each of its commands with all coins weighted by their probability, looks at every toss and every answer of the
 * turn after it, and returns the command with the highest expected worth. It never concedes.
 */
export const skilled: Bot<Tieqchieq> = (view) => {
  const { seat, table } = view;
  if (seat === null || table.turn !== seat) throw new Error("a bot can play only while its seat is awaited");
  const [first, ...others] = answersOf(table, seat);
  if (first === undefined) throw new Error("an awaited seat must have a legal command");
  if (others.length === 0) return first;
  const tried = [first, ...others].map((command) => ({
    command,
    worth: worthOfCommand(table, seat, command, TURNS_AHEAD),
  }));
  return tried.reduce((best, one) => (one.worth > best.worth ? one : best)).command;
};

/** Returns what a table is worth to the seat that decides in it, or did last, if both play as well as they can see. */
function worthAhead(table: Table, turns: number): number {
  const seat = table.turn;
  const begins = table.phase === "toss";
  if (table.phase === "over" || (begins && turns === 0)) return worthOf(table, seat);
  const left = begins ? turns - 1 : turns;
  const commands = answersOf(table, seat);
  return Math.max(...commands.map((command) => worthOfCommand(table, seat, command, left)));
}

/** Returns the expected worth of a command to its seat, over all coins. */
function worthOfCommand(table: Table, seat: Seat, command: Command, turns: number): number {
  const worthWith = (coins: readonly Coin[]) =>
    worthAfter(playCommand(table, seat, command, coins).table, seat, turns);
  if (command.type === "toss") {
    return TOSSES.reduce((sum, { coins, share }) => sum + share * worthWith(coins), 0);
  }
  const won = playCommand(table, seat, command, [SIDES[seat], SIDES[seat]]);
  const worth = worthAfter(won.table, seat, turns);
  if (!won.battled) return worth;
  const other = SIDES[otherSeat(seat)];
  return ATTACK * worth + (1 - ATTACK) * worthWith([other, other]);
}

function worthAfter(table: Table, seat: Seat, turns: number): number {
  const worth = worthAhead(table, turns);
  return table.turn === seat ? worth : -worth;
}

/** Returns what a command leads to if these coins fall. */
function playCommand(table: Table, seat: Seat, command: Command, coins: readonly Coin[]) {
  const decided = decide(withCoins(table, coins), seat, command);
  if (decided.events === undefined)
    throw new Error(`${seat}'s ${command.type} is refused: ${decided.refused}`);
  return { table: decided.state.table, battled: decided.events.some(({ type }) => type === "battled") };
}
